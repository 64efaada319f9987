/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.apache.spark.sql.functions.expr;

import io.millrace.compiler.graph.ScdType;
import io.millrace.spark.delta.FileSelection;
import io.millrace.spark.delta.RowLevelTransaction;
import io.millrace.spark.delta.RowLocations;
import java.util.Optional;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * The rows that readers of a target see once a batch is in it; of those with history the ones that
 * hold now.
 */
final class RowsAfter {

    private final Target target;
    private final Column seen;

    RowsAfter(Target target) {
        this.target = target;
        this.seen = expr(seen(target.spec().type()));
    }

    private static String seen(ScdType type) {
        String visible = CdcLayout.visible(CdcLayout.scdType(type));
        return switch (type) {
            case TYPE_1 -> visible;
            case TYPE_2 -> "%s AND %s IS NULL".formatted(visible, RowShape.END);
            case BITEMPORAL ->
                    "%s AND %s IS NULL AND %s IS NULL"
                            .formatted(visible, RowShape.END, RowShape.SYSTEM_END);
        };
    }

    /**
     * Those that the batch writes.
     *
     * @param added in table layout
     */
    Dataset<Row> fresh(Dataset<Row> added) {
        return added.where(seen);
    }

    /** Those that were there before and stay. */
    Dataset<Row> others(SparkSession session, RowLocations removed) {
        Dataset<Row> before =
                target.transaction()
                        .scan(
                                target.allColumns(),
                                target.empty() ? FileSelection.none() : FileSelection.all(),
                                Optional.of(seen));
        String[] place = {RowLevelTransaction.FILE_COLUMN, RowLevelTransaction.ROW_COLUMN};
        return removed.isEmpty() ? before : before.join(removed.rows(session), place, "left_anti");
    }
}
