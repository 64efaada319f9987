/* SPDX-License-Identifier: Apache-2.0 */
/**
 * The command line. Entry type: {@link io.millrace.spark.cli.Millrace}, for {@code bin/millrace}
 * and for {@code spark-submit}. Data goes to standard output, messages and progress to standard
 * error. Commands that need no Spark start none.
 */
package io.millrace.spark.cli;
