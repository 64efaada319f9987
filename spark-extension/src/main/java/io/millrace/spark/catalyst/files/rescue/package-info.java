/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Readers that lose nothing: what a record holds and the columns cannot take goes into one column
 * more, as JSON. Entry types: {@link io.millrace.spark.catalyst.files.rescue.JsonRescueFormat},
 * {@link io.millrace.spark.catalyst.files.rescue.CsvRescueReader} and {@link
 * io.millrace.spark.catalyst.files.rescue.XmlRescueFormat}. Members of Spark that are not public
 * API: {@code JacksonParser}, {@code JSONOptionsInRead}, {@code HadoopFileLinesReader}, {@code
 * BadRecordException}, {@code UnivocityParser}, {@code CSVDataSource}, {@code XmlFileFormat}.
 */
package io.millrace.spark.catalyst.files.rescue;
