/* SPDX-License-Identifier: Apache-2.0 */
/** Work on many datasets at once. */
package io.millrace.spark.execution.parallel;
