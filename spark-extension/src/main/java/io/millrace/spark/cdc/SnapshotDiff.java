/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.max;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.when;

import io.millrace.compiler.graph.SqlText;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.Columns;
import io.millrace.spark.catalyst.InternalRows;
import io.millrace.spark.catalyst.StructValues;
import io.millrace.spark.catalyst.ValueOrdering;
import io.millrace.spark.delta.RowProjection;
import io.millrace.spark.delta.Schemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Turns a snapshot into change events: what it holds and the target doesn't, or holds otherwise, is
 * an upsert; what the target holds and it doesn't is a delete; all at the snapshot's version.
 */
final class SnapshotDiff {

    /** The column that holds the version of a snapshot. */
    static final String VERSION = "__mr_version";

    /** The condition that tells the rows that a snapshot no longer holds. */
    static final String DELETED = "__mr_deleted";

    private static final String SIDE = "__mr_side";
    private static final String SNAPSHOT = "__mr_snapshot_";

    private final CdcSpec spec;
    private final RowShape shape;

    SnapshotDiff(CdcSpec spec, RowShape shape) {
        this.spec = spec;
        this.shape = shape;
    }

    /** The type of a version expression over the snapshot. */
    static DataType versionType(FlowInput flow, SqlText text) {
        return FlowColumns.typeOf(flow, "SNAPSHOT VERSION", text);
    }

    /**
     * The version of a snapshot: that of all its rows.
     *
     * @return empty for a snapshot without rows
     */
    Optional<Object> version(Dataset<Row> snapshot, String expression) {
        Column version = expr(expression).cast(spec.sequenceType());
        Object[] bounds = InternalRows.collect(snapshot.agg(min(version), max(version))).get(0);
        if (shape.compareSequences(bounds[0], bounds[1]) != 0) {
            throw CdcError.of(
                    RunErrorCode.MILLRACE_CDC_EXPRESSION,
                    "a snapshot has one version",
                    spec.flow(),
                    "SNAPSHOT VERSION",
                    expression,
                    "the rows of the snapshot have versions from %s to %s"
                            .formatted(
                                    StructValues.show(bounds[0], spec.sequenceType()),
                                    StructValues.show(bounds[1], spec.sequenceType())));
        }
        return Optional.ofNullable(bounds[0]);
    }

    /** The keys and the payload of a snapshot as the target has them. */
    Dataset<Row> fitted(Dataset<Row> snapshot) {
        List<Column> columns = new ArrayList<>();
        Stream.concat(spec.keys().stream(), spec.columns().stream())
                .forEach(
                        column ->
                                Schemas.find(snapshot.schema(), column.name())
                                        .ifPresent(given -> columns.add(fitted(given, column))));
        return snapshot.select(columns.toArray(new Column[0]));
    }

    private static Column fitted(StructField given, StructField column) {
        Column value = Columns.named(given.name());
        return RowProjection.named(RowProjection.value(value, given.dataType(), column), column);
    }

    /** Fails when a key is in the snapshot more than once. */
    void checkKeys(Dataset<Row> snapshot) {
        Column[] keys = Columns.named(shape.keyNames());
        List<Object[]> repeated =
                InternalRows.collect(
                        snapshot.groupBy(keys)
                                .agg(count(lit(1)).as(SIDE))
                                .where(col(SIDE).gt(1))
                                .limit(1_000));
        if (repeated.isEmpty()) {
            return;
        }
        StringJoiner example = new StringJoiner(", ", "(", ")");
        for (int i = 0; i < shape.keyCount(); i++) {
            StructField key = spec.keys().get(i);
            example.add(key.name() + " = " + StructValues.show(repeated.get(0)[i], key.dataType()));
        }
        throw CdcError.of(
                RunErrorCode.MILLRACE_CDC_SNAPSHOT_DUPLICATE_KEY,
                "make the keys of the snapshot unique, or add columns to KEYS",
                spec.flow(),
                repeated.size(),
                example);
    }

    /**
     * The events that lead from what the target holds to the snapshot.
     *
     * @param snapshot as {@link #fitted} gives it
     * @param live the open rows of the target: keys and payload
     */
    Dataset<Row> events(Dataset<Row> snapshot, Dataset<Row> live, Object version) {
        StructType versionSchema = new StructType().add(VERSION, spec.sequenceType());
        Dataset<Row> stamp =
                InternalRows.dataset(
                        snapshot.sparkSession(),
                        List.<Object[]>of(new Object[] {version}),
                        versionSchema);
        List<String> columns = new ArrayList<>(shape.keyNames());
        for (StructField field : spec.columns()) {
            if (List.of(snapshot.columns()).contains(field.name())) {
                columns.add(field.name());
            }
        }
        List<Column> prefixed = new ArrayList<>();
        columns.forEach(name -> prefixed.add(Columns.named(name).as(SNAPSHOT + name)));
        prefixed.add(lit(true).as(SIDE));
        Dataset<Row> fresh = snapshot.select(prefixed.toArray(new Column[0]));
        Column sameKey = lit(true);
        for (String key : shape.keyNames()) {
            sameKey = sameKey.and(Columns.named(SNAPSHOT + key).equalTo(Columns.named(key)));
        }
        Column gone = col(SIDE).isNull();
        Column isNew = Columns.named(shape.keyNames().get(0)).isNull();
        Dataset<Row> changed =
                fresh.join(fitted(live), sameKey, "full_outer")
                        .where(gone.or(isNew).or(differs(columns)));
        List<Column> result = new ArrayList<>();
        for (String name : columns) {
            result.add(
                    when(gone, Columns.named(name))
                            .otherwise(Columns.named(SNAPSHOT + name))
                            .as(name));
        }
        result.add(gone.as(DELETED));
        return changed.select(result.toArray(new Column[0])).crossJoin(stamp);
    }

    /** Values that Spark can't compare count as different: the fold looks again. */
    private Column differs(List<String> columns) {
        Column differs = lit(false);
        for (StructField field : spec.columns()) {
            if (!columns.contains(field.name())) {
                continue;
            }
            differs =
                    ValueOrdering.isOrderable(field.dataType())
                            ? differs.or(
                                    not(
                                            Columns.named(SNAPSHOT + field.name())
                                                    .eqNullSafe(Columns.named(field.name()))))
                            : lit(true);
        }
        return differs;
    }
}
