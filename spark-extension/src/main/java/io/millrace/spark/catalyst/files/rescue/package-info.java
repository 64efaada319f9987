/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Readers that lose nothing: what a record holds and the columns cannot take goes into one column
 * more, as JSON. Entry types: {@link io.millrace.spark.catalyst.files.rescue.JsonRescueFormat},
 * {@link io.millrace.spark.catalyst.files.rescue.CsvRescueReader}, {@link
 * io.millrace.spark.catalyst.files.rescue.XmlRescueFormat} and {@link
 * io.millrace.spark.catalyst.files.rescue.ColumnarRescueFormat}. Members of Spark that are not
 * public API: {@code JacksonParser}, {@code JSONOptionsInRead}, {@code HadoopFileLinesReader},
 * {@code BadRecordException}, {@code UnivocityParser}, {@code CSVDataSource}, {@code
 * XmlFileFormat}, {@code FileFormat}, {@code Cast}.
 */
package io.millrace.spark.catalyst.files.rescue;
