/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks.cdc;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.pmod;
import static org.apache.spark.sql.functions.sha2;
import static org.apache.spark.sql.functions.when;
import static org.apache.spark.sql.functions.xxhash64;

import java.util.List;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** The rows of a table and the changes that come after, in Parquet files. */
final class Feed {

    static final List<String> PAYLOAD = List.of("a", "b", "c", "d", "e");
    static final String COLUMNS = "a INT, b STRING, c INT, d DOUBLE, e STRING";

    private final SparkSession session;
    private final String folder;
    private final long rows;
    private final long changes;

    /**
     * @param rows of the table, with the keys from 0
     * @param changes of a batch
     */
    Feed(SparkSession session, String folder, long rows, long changes) {
        this.session = session;
        this.folder = folder;
        this.rows = rows;
        this.changes = changes;
    }

    /** What kind of batches come. */
    enum Kind {
        UNIFORM("uniform keys, in order", false, false),
        UNIFORM_LATE("uniform keys, out of order", false, true),
        RECENT("recent keys, in order", true, false),
        RECENT_LATE("recent keys, out of order", true, true);

        final String title;
        private final boolean recent;
        private final boolean late;

        Kind(String title, boolean recent, boolean late) {
            this.title = title;
            this.recent = recent;
            this.late = late;
        }
    }

    /**
     * Writes the rows of the table, each version of a key with a sequence of its own.
     *
     * @param versions of each key; the last has the sequence 1000
     */
    void writeInitial(String name, int versions) {
        Column version = pmod(col("id"), lit(versions));
        Dataset<Row> keyed =
                session.range(0, rows * versions, 1, 8)
                        .withColumn("k", expr("id div " + versions))
                        .withColumn("seq", version.plus(1_001L - versions))
                        .withColumn("op", lit("U"));
        payload(keyed, xxhash64(col("id"))).drop("id").write().parquet(folder + "/" + name);
    }

    Dataset<Row> read(String name) {
        return session.read().parquet(folder + "/" + name);
    }

    /**
     * Writes a batch. Out of order means that a fifth of the events are older than what the table
     * began with; the rest is in no order inside the batch.
     */
    void writeBatch(Kind kind, int number) {
        Column hash = xxhash64(col("id"), lit(number));
        Column key =
                kind.recent
                        ? lit(rows).minus(pmod(hash, lit(rows / 20)))
                        : pmod(hash, lit(rows + rows / 10));
        Column sequence = pmod(hash, lit(1_000_000L)).plus(1_000_000L * number);
        Column late = pmod(expr("shiftright(xxhash64(id), 9)"), lit(5)).equalTo(0);
        Column delete = pmod(expr("shiftright(xxhash64(id), 3)"), lit(20)).equalTo(0);
        Dataset<Row> data =
                session.range(changes)
                        .withColumn("k", key)
                        .withColumn(
                                "seq",
                                kind.late
                                        ? when(late, pmod(hash, lit(900L))).otherwise(sequence)
                                        : col("id").plus(1_000_000L * number))
                        .withColumn("op", when(delete, "D").otherwise("U"));
        payload(data, hash).drop("id").repartition(2).write().parquet(folder + "/" + number);
    }

    private static Dataset<Row> payload(Dataset<Row> keyed, Column hash) {
        return keyed.withColumn("a", pmod(hash, lit(1000)).cast("int"))
                .withColumn("b", concat(lit("name-"), hash.cast("string")))
                .withColumn("c", pmod(hash, lit(97)).cast("int"))
                .withColumn("d", hash.cast("double").divide(lit(3)))
                .withColumn("e", sha2(hash.cast("string"), 256));
    }
}
