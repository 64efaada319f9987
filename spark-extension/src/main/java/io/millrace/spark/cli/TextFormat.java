/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

/** The values of {@code --format} where results are printed for people or for machines. */
enum TextFormat {
    text,
    json
}
