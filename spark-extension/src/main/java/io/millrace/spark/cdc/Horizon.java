/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.apache.spark.sql.functions.col;

import io.millrace.spark.catalyst.InternalRows;
import io.millrace.spark.delta.FileSelection;
import java.util.List;

/** The row of a target that remembers its last truncate: the only one without a key. */
final class Horizon {

    private Horizon() {}

    /** The row in input layout, or null. */
    static Object[] stored(Target target) {
        if (target.empty()) {
            return null;
        }
        var scan =
                target.transaction()
                        .scan(
                                target.narrowColumns(),
                                FileSelection.holdingAtMost(
                                        RowShape.OPERATION, EventIntake.TRUNCATE))
                        .where(col(RowShape.OPERATION).equalTo(EventIntake.TRUNCATE));
        List<Object[]> rows = InternalRows.collect(scan);
        return rows.isEmpty() ? null : target.widen(rows.get(0));
    }
}
