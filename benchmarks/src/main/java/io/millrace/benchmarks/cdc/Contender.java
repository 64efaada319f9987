/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks.cdc;

import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/** A way to keep a table up to date with changes. */
interface Contender {

    String name();

    /** Creates the table and fills it. */
    void load(Dataset<Row> rows);

    void apply(Dataset<Row> changes, int number);

    /** What is done between batches so that readers stay fast. */
    void tidy();

    /** What a reader reads: something to stand after FROM. */
    String relation();
}
