/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** What becomes of a table's columns, in words. */
public final class SchemaChanges {

    private static final String HIDDEN = "__";

    private SchemaChanges() {}

    /**
     * The changes, in the order of the columns.
     *
     * @param rewritten whether the rows are replaced as well
     * @param cdc whether it is a table of AUTO CDC, which stores columns that users do not see
     */
    public static List<String> describe(
            StructType before, StructType after, boolean rewritten, boolean cdc) {
        List<String> changes = new ArrayList<>();
        for (StructField now : after.fields()) {
            if (cdc && now.name().startsWith(HIDDEN)) {
                continue;
            }
            Optional<StructField> old = Schemas.find(before, now.name());
            if (old.isEmpty()) {
                changes.add("column `%s` %s is added".formatted(now.name(), now.dataType().sql()));
            } else if (!DataType.equalsIgnoreNullability(old.get().dataType(), now.dataType())) {
                changes.add(
                        "column `%s` %s becomes %s (%s)"
                                .formatted(
                                        now.name(),
                                        old.get().dataType().sql(),
                                        now.dataType().sql(),
                                        rewritten ? "rewritten" : "widened in place"));
            } else if (old.get().nullable() != now.nullable()) {
                changes.add(
                        "column `%s` becomes %s"
                                .formatted(now.name(), now.nullable() ? "nullable" : "NOT NULL"));
            }
        }
        for (StructField old : before.fields()) {
            if (!cdc && Schemas.find(after, old.name()).isEmpty()) {
                changes.add("column `%s` is removed".formatted(old.name()));
            }
        }
        return changes;
    }
}
