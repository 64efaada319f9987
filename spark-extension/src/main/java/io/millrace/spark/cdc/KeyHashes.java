/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.apache.spark.sql.functions.udf;

import io.millrace.spark.catalyst.InternalRows;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF3;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.util.CollectionAccumulator;
import org.apache.spark.util.LongAccumulator;
import org.apache.spark.util.TaskCompletionListener;

/**
 * Counts the events that a job writes, and finds the keys that occur more than once among them, by
 * their hashes. Gives up when there are too many keys to hold, or when too many of them repeat.
 *
 * <p>It is an expression among those that make the rows: a step of its own between reading and
 * writing would copy each row.
 */
final class KeyHashes {

    /** Hashes of all tasks together: 64 MiB on the driver. */
    private static final int ALL = 8_000_000;

    /** Keys that repeat are no exception any more above so many, and above one in so many. */
    private static final int MANY = 1_000;

    private static final int ONE_IN = 20;

    /** More cannot be named in a query. */
    private static final int MOST = 20_000;

    /** Rows of a partition that are looked at beforehand, and repeats that are too many there. */
    private static final int SAMPLE = 10_000;

    private static final int REPEATS_OF_SAMPLE = 100;

    private final LongAccumulator rows;
    private final LongAccumulator upserts;
    private final HashCollection hashes;

    KeyHashes(SparkContext context) {
        this.rows = context.longAccumulator();
        this.upserts = context.longAccumulator();
        this.hashes = new HashCollection();
        context.register(hashes);
    }

    /**
     * Looks at some rows, so that what repeats all the time need not be written to be found out.
     *
     * @param hashed a single column of hashes
     */
    static boolean seemToRepeat(Dataset<Row> hashed) {
        List<Object[]> heads = InternalRows.heads(hashed, SAMPLE);
        long distinct = heads.stream().map(row -> row[0]).distinct().count();
        return heads.size() - distinct > REPEATS_OF_SAMPLE;
    }

    /**
     * The operation of an event, noted when it is computed.
     *
     * @param hash of the event's key
     * @param noPlace whether its key or sequence is missing, which fails the job
     */
    Column watched(Column hash, Column noPlace, Column operation) {
        return udf(new Watch(rows, upserts, hashes), DataTypes.ByteType)
                .asNondeterministic()
                .apply(hash, noPlace, operation);
    }

    long rows() {
        return rows.value();
    }

    long upserts() {
        return upserts.value();
    }

    /** The hashes that occur more than once, when the job has ended; empty when given up. */
    Optional<Set<Long>> repeated() {
        if (rows() > ALL) {
            return Optional.empty();
        }
        long[] all = hashes.value().stream().flatMapToLong(Arrays::stream).toArray();
        Arrays.parallelSort(all);
        Set<Long> repeated = new HashSet<>();
        for (int i = 1; i < all.length && repeated.size() <= MOST; i++) {
            if (all[i] == all[i - 1]) {
                repeated.add(all[i]);
            }
        }
        return isMany(repeated.size(), rows()) ? Optional.empty() : Optional.of(repeated);
    }

    private static boolean isMany(long repeated, long rows) {
        return repeated > MOST || (repeated > MANY && repeated > rows / ONE_IN);
    }

    /** The hashes of all tasks, as long as they are not too many. */
    private static final class HashCollection extends CollectionAccumulator<long[]> {
        private static final long serialVersionUID = 1L;
        private long size;

        @Override
        public CollectionAccumulator<long[]> copyAndReset() {
            return new HashCollection();
        }

        @Override
        public void merge(
                org.apache.spark.util.AccumulatorV2<long[], java.util.List<long[]>> other) {
            for (long[] part : other.value()) {
                size += part.length;
                if (size > ALL) {
                    reset();
                } else {
                    add(part);
                }
            }
        }
    }

    /** Runs in the tasks; each has a copy of its own. */
    private static final class Watch implements UDF3<Long, Boolean, Byte, Byte> {
        private static final long serialVersionUID = 1L;

        private final LongAccumulator rows;
        private final LongAccumulator upserts;
        private final HashCollection hashes;
        private transient Running running;

        Watch(LongAccumulator rows, LongAccumulator upserts, HashCollection hashes) {
            this.rows = rows;
            this.upserts = upserts;
            this.hashes = hashes;
        }

        @Override
        public Byte call(Long hash, Boolean noPlace, Byte operation) {
            if (noPlace) {
                throw LoadFold.noPlace();
            }
            if (running == null) {
                running = new Running();
                Running task = running;
                TaskCompletionListener atEnd = context -> end(task);
                TaskContext.get().addTaskCompletionListener(atEnd);
            }
            running.see(hash, operation);
            return operation;
        }

        private void end(Running task) {
            rows.add(task.rows);
            upserts.add(task.upserts);
            if (task.rows <= ALL) {
                hashes.add(task.hashes());
            }
        }
    }

    /** What one task has seen. */
    private static final class Running {
        private long rows;
        private long upserts;
        private long[] hashes = new long[1 << 12];

        void see(long hash, byte operation) {
            if (rows < ALL) {
                if (rows == hashes.length) {
                    hashes = Arrays.copyOf(hashes, hashes.length * 2);
                }
                hashes[(int) rows] = hash;
            }
            rows++;
            upserts += operation == RowShape.UPSERT ? 1 : 0;
        }

        long[] hashes() {
            return Arrays.copyOf(hashes, (int) rows);
        }
    }
}
