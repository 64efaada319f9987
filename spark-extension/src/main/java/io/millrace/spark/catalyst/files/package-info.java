/* SPDX-License-Identifier: Apache-2.0 */
/**
 * Files as Spark relations and as a streaming source: what {@code read_files} stands on inside
 * Spark. Entry type: {@link io.millrace.spark.catalyst.files.FilesRead}.
 *
 * <p>Spark's own file source is not used for streams: it forgets files that are older than a week,
 * knows no lower bound on their age and lists folders by rules of its own. Ours keeps the same logs
 * ({@code FileStreamSourceLog}) in the checkpoint. Members of Spark that are not public API: {@code
 * HadoopFsRelation}, {@code LogicalRelation}, {@code Dataset.ofRows}, {@code Source}, {@code
 * FileStreamSourceLog}, {@code UnivocityParser}, {@code CSVDataSource}, {@code CSVOptions}, {@code
 * ParquetFooterReader}, {@code OrcUtils}, {@code AvroUtils}.
 */
package io.millrace.spark.catalyst.files;
