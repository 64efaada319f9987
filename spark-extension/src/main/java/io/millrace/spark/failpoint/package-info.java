/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Places where tests let the engine die. Entry type: {@link
 * io.millrace.spark.failpoint.Failpoints}.
 */
package io.millrace.spark.failpoint;
