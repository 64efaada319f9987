/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.millrace.spark.types.TypeUnion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** How the columns of a table changed, in words; what only came in addition is no change. */
public final class ColumnChanges {

    private static final String ID = "delta.columnMapping.id";

    private ColumnChanges() {}

    /** What happened to a column. */
    public enum Kind {
        DROPPED,
        RENAMED,
        RETYPED
    }

    /**
     * A change.
     *
     * @param text a sentence without its end
     */
    public record Change(Kind kind, String text) {}

    /** What was dropped, renamed, or has a type that the old one does not grow into. */
    public static List<Change> between(StructType before, StructType now) {
        List<Change> changes = new ArrayList<>();
        compare("", before, now, changes);
        return changes;
    }

    private static void compare(
            String prefix, StructType before, StructType now, List<Change> changes) {
        for (StructField old : before.fields()) {
            String name = prefix + old.name();
            Optional<StructField> same = Schemas.find(now, old.name()).filter(f -> isSame(old, f));
            if (same.isPresent()) {
                compare(name, old.dataType(), same.get().dataType(), changes);
                if (!old.nullable() && same.get().nullable()) {
                    changes.add(
                            new Change(
                                    Kind.RETYPED,
                                    "column `%s` was NOT NULL and may be NULL now"
                                            .formatted(name)));
                }
                continue;
            }
            Optional<StructField> renamed = byId(old, now);
            changes.add(
                    renamed.isPresent()
                            ? new Change(
                                    Kind.RENAMED,
                                    "column `%s` was renamed to `%s`"
                                            .formatted(name, prefix + renamed.get().name()))
                            : new Change(
                                    Kind.DROPPED,
                                    "column `%s` (%s) was dropped"
                                            .formatted(name, old.dataType().sql())));
        }
    }

    private static void compare(String name, DataType before, DataType now, List<Change> changes) {
        if (before instanceof StructType old && now instanceof StructType type) {
            compare(name + ".", old, type, changes);
            return;
        }
        if (before instanceof ArrayType old && now instanceof ArrayType type) {
            compare(name + ".element", old.elementType(), type.elementType(), changes);
            return;
        }
        if (before instanceof MapType old && now instanceof MapType type) {
            compare(name + ".key", old.keyType(), type.keyType(), changes);
            compare(name + ".value", old.valueType(), type.valueType(), changes);
            return;
        }
        if (!before.sameType(now) && TypeUnion.of(before, now).filter(now::sameType).isEmpty()) {
            changes.add(
                    new Change(
                            Kind.RETYPED,
                            "column `%s` was %s and is %s now"
                                    .formatted(name, before.sql(), now.sql())));
        }
    }

    /** A column that was dropped and added again under its name is another one. */
    private static boolean isSame(StructField left, StructField right) {
        return !left.metadata().contains(ID)
                || !right.metadata().contains(ID)
                || left.metadata().getLong(ID) == right.metadata().getLong(ID);
    }

    private static Optional<StructField> byId(StructField old, StructType now) {
        if (!old.metadata().contains(ID)) {
            return Optional.empty();
        }
        for (StructField field : now.fields()) {
            if (field.metadata().contains(ID) && isSame(old, field)) {
                return Optional.of(field);
            }
        }
        return Optional.empty();
    }
}
