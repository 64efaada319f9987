/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.when;

import io.millrace.compiler.graph.ScdType;
import io.millrace.spark.QueryException;
import io.millrace.spark.catalyst.Columns;
import io.millrace.spark.catalyst.InternalRows;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * What is to be known of a batch as a whole.
 *
 * @param events how many there are
 * @param truncated the greatest sequence of a truncate, or null
 */
record BatchTotals(long events, Object truncated) {

    /** Counts the events; fails when some have no key or no sequence. */
    static BatchTotals of(Target target, Dataset<Row> batch) {
        Object[] totals = numbers(target, batch);
        refusal(target, batch, totals)
                .ifPresent(
                        refusal -> {
                            throw refusal;
                        });
        return new BatchTotals((Long) totals[0], totals[3]);
    }

    /** Why a batch must be refused, if it holds events without a key or sequence. */
    static Optional<QueryException> refusal(Target target, Dataset<Row> batch) {
        return refusal(target, batch, numbers(target, batch));
    }

    private static Object[] numbers(Target target, Dataset<Row> batch) {
        return InternalRows.collect(
                        batch.agg(
                                count(lit(1)),
                                count(when(nullKey(target), 1)),
                                count(when(nullSequence(target), 1)),
                                max(when(isTruncate(), col(RowShape.SEQUENCE)))))
                .get(0);
    }

    private static Optional<QueryException> refusal(
            Target target, Dataset<Row> batch, Object[] totals) {
        if ((Long) totals[1] + (Long) totals[2] == 0) {
            return Optional.empty();
        }
        List<Object[]> bad =
                InternalRows.collect(
                        batch.where(nullKey(target).or(nullSequence(target))).limit(1));
        return Optional.of(
                target.nullKeyOrSequence((Long) totals[1], (Long) totals[2], bad.get(0)));
    }

    static Column isTruncate() {
        return col(RowShape.OPERATION).equalTo(lit(EventIntake.TRUNCATE));
    }

    /** The events that can have no place in the target. */
    static Column hasNoPlace(Target target) {
        return nullKey(target).or(nullSequence(target));
    }

    private static Column nullKey(Target target) {
        Column nullKey = lit(false);
        for (String key : target.shape().keyNames()) {
            nullKey = nullKey.or(Columns.named(key).isNull());
        }
        return nullKey.and(isTruncate().unary_$bang());
    }

    private static Column nullSequence(Target target) {
        Column nullSequence = col(RowShape.SEQUENCE).isNull();
        return target.spec().type() == ScdType.BITEMPORAL
                ? nullSequence.or(col(RowShape.SYSTEM_START).isNull())
                : nullSequence;
    }
}
