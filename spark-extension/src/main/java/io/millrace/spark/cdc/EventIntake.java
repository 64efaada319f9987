/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static io.millrace.spark.catalyst.ArrayColumns.exists;
import static io.millrace.spark.catalyst.ArrayColumns.transform;
import static org.apache.spark.sql.functions.array_contains;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.lower;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.raise_error;
import static org.apache.spark.sql.functions.to_json;
import static org.apache.spark.sql.functions.when;

import io.millrace.spark.catalyst.Columns;
import io.millrace.spark.delta.RowLevelTransaction;
import io.millrace.spark.delta.RowProjection;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Turns the rows of a source into events in the input layout of {@link RowShape}. Conditions and
 * the sequence see the whole source row; a condition that is NULL counts as false.
 */
final class EventIntake {

    /** The operation of a truncate, which has no key. */
    static final byte TRUNCATE = 0;

    private static final String CHANGE_TYPE = "_change_type";
    private static final String COMMIT_VERSION = "_commit_version";

    private final CdcSpec spec;
    private final RowShape shape;

    EventIntake(CdcSpec spec, RowShape shape) {
        this.spec = spec;
        this.shape = shape;
    }

    Dataset<Row> events(Dataset<Row> source) {
        Map<String, StructField> fields = new HashMap<>();
        for (StructField field : source.schema().fields()) {
            fields.put(key(field.name()), field);
        }
        Dataset<Row> rows = withoutPreImages(source, fields);
        Column truncates = condition(spec.truncateWhen());
        Column deletes = condition(spec.deleteWhen());
        Column upserts = not(truncates).and(not(deletes));

        List<Column> columns = new ArrayList<>();
        for (StructField field : spec.keys()) {
            columns.add(key(fields, field));
        }
        columns.add(expr(spec.sequence()).cast(spec.sequenceType()).as(RowShape.SEQUENCE));
        columns.add(
                when(truncates, lit(TRUNCATE))
                        .when(deletes, lit(RowShape.DELETE))
                        .otherwise(checked(fields))
                        .cast(DataTypes.ByteType)
                        .as(RowShape.OPERATION));
        StructType table = shape.tableSchema();
        for (int i = shape.stateIndex(); i < shape.payloadIndex(); i++) {
            StructField field = table.fields()[i];
            columns.add(
                    field.name().equals(RowShape.SYSTEM_START)
                            ? expr(spec.systemSequence().orElseThrow())
                                    .cast(field.dataType())
                                    .as(field.name())
                            : absent(field.dataType(), field.name()));
        }
        for (StructField field : spec.columns()) {
            StructField from = fields.get(key(field.name()));
            columns.add(
                    from == null
                            ? absent(field.dataType(), field.name())
                            : RowProjection.named(when(upserts, value(from, field)), field));
        }
        columns.add(absent(DataTypes.StringType, RowLevelTransaction.FILE_COLUMN));
        columns.add(absent(DataTypes.LongType, RowLevelTransaction.ROW_COLUMN));
        spec.columnsToUpdate().ifPresent(list -> columns.addAll(listed(list, upserts)));
        return rows.select(columns.toArray(new Column[0]));
    }

    /** The change feed of a table says what a row was before: that is not an event. */
    private static Dataset<Row> withoutPreImages(
            Dataset<Row> source, Map<String, StructField> fields) {
        boolean feed = fields.containsKey(CHANGE_TYPE) && fields.containsKey(COMMIT_VERSION);
        return feed ? source.where(not(col(CHANGE_TYPE).eqNullSafe("update_preimage"))) : source;
    }

    private static Column condition(java.util.Optional<String> sql) {
        return sql.map(text -> coalesce(expr(text), lit(false))).orElse(lit(false));
    }

    /** -0.0 and 0.0 are one key. */
    private static Column key(Map<String, StructField> fields, StructField field) {
        Column value = value(fields.get(key(field.name())), field);
        if (field.dataType().equals(DataTypes.DoubleType)
                || field.dataType().equals(DataTypes.FloatType)) {
            value = when(value.equalTo(lit(0)), lit(0).cast(field.dataType())).otherwise(value);
        }
        return RowProjection.named(value, field);
    }

    private static Column value(StructField from, StructField to) {
        return RowProjection.value(Columns.named(from.name()), from.dataType(), to);
    }

    /** The operation of an upsert, after a look at the columns that it lists. */
    private Column checked(Map<String, StructField> fields) {
        if (spec.columnsToUpdate().isEmpty()) {
            return lit(RowShape.UPSERT);
        }
        Column list = Columns.named(spec.columnsToUpdate().get());
        Object[] known =
                Stream.concat(spec.keys().stream(), spec.columns().stream())
                        .map(field -> key(field.name()))
                        .filter(fields::containsKey)
                        .toArray();
        Column unknown = exists(list, name -> not(lower(name).isin(known)));
        String message =
                spec.flow() + ": COLUMNS TO UPDATE lists a column that is not in the target: ";
        return when(
                        coalesce(unknown, lit(false)),
                        raise_error(concat(lit(message), to_json(list))).cast("tinyint"))
                .otherwise(lit(RowShape.UPSERT));
    }

    private List<Column> listed(String list, Column upserts) {
        Column names = transform(Columns.named(list), name -> lower(name));
        List<Column> flags = new ArrayList<>();
        for (int i = 0; i < spec.columns().size(); i++) {
            String name = spec.columns().get(i).name();
            Column isListed = array_contains(names, key(name));
            Column sets =
                    spec.kept().contains(name)
                            ? lit(false)
                            : upserts.and(names.isNull().or(coalesce(isListed, lit(false))));
            flags.add(sets.as(RowShape.LISTED + i));
        }
        return flags;
    }

    private static Column absent(DataType type, String name) {
        return lit(null).cast(type).as(name);
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
