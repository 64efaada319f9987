/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.millrace.compiler.graph.Dataset;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.problem.CommandOptions;
import io.millrace.spark.types.TypeUnion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The schema of a dataset: what it declares, or else the union by name of what its flows return;
 * and what the table already has. Types grow without loss or not at all, and columns never vanish
 * from a table that is not written anew.
 */
public final class SchemaMerge {

    private final String table;
    private final Dataset dataset;

    /**
     * @param table how messages call the dataset
     */
    public SchemaMerge(String table, Dataset dataset) {
        this.table = table;
        this.dataset = dataset;
    }

    /**
     * The schema that the table shall have.
     *
     * @param flows what the flows return, in source order
     * @param existing what the table has; empty for a table that is made
     * @param rewritten whether the table's rows will be replaced, so that nothing must be kept
     * @throws QueryException when the parts do not fit
     */
    public StructType merge(
            List<FlowSchema> flows, Optional<StructType> existing, boolean rewritten) {
        flows.forEach(SchemaMerge::checkDuplicates);
        StructType wanted = DeclaredColumns.areTyped(dataset) ? declared(flows) : union(flows);
        StructType merged = wanted;
        if (existing.isPresent()) {
            merged =
                    rewritten
                            ? adopt(existing.get(), wanted)
                            : evolve(existing.get(), wanted, flows);
        }
        StorableTypes.check(table, merged, flows);
        return merged;
    }

    /** Whether a table of these columns can store all that a flow returns. */
    public static boolean holds(StructType table, StructType flow) {
        for (StructField field : flow.fields()) {
            Optional<StructField> column = Schemas.find(table, field.name());
            if (column.isEmpty() || !TypeUnion.fits(field.dataType(), column.get().dataType())) {
                return false;
            }
        }
        return true;
    }

    /** What is wanted, with Delta's own keys for the columns that stay as they were. */
    private static StructType adopt(StructType stored, StructType wanted) {
        List<StructField> fields = new ArrayList<>();
        for (StructField now : wanted.fields()) {
            Optional<StructField> old =
                    Schemas.find(stored, now.name())
                            .filter(field -> field.name().equals(now.name()))
                            .filter(field -> field.dataType().sameType(now.dataType()));
            fields.add(
                    old.map(
                                    field ->
                                            new StructField(
                                                    now.name(),
                                                    field.dataType(),
                                                    now.nullable(),
                                                    metadata(field, now)))
                            .orElse(now));
        }
        return new StructType(fields.toArray(StructField[]::new));
    }

    /** Fails when two columns of a flow differ in letter case at most. */
    public static void checkDuplicates(FlowSchema flow) {
        Map<String, String> seen = new LinkedHashMap<>();
        for (StructField field : flow.schema().fields()) {
            String before = seen.putIfAbsent(field.name().toLowerCase(Locale.ROOT), field.name());
            if (before != null) {
                throw new QueryException(
                        "COLUMN_ALREADY_EXISTS",
                        "flow `%s` returns the column `%s` twice"
                                .formatted(flow.flow(), field.name()),
                        Optional.of("give one of them another name with AS"),
                        Optional.empty(),
                        null);
            }
        }
    }

    /** The columns that a dataset declares with their types; none when it doesn't. */
    public static StructType declared(Dataset dataset) {
        return DeclaredColumns.areTyped(dataset)
                ? DeclaredColumns.schema(dataset)
                : new StructType();
    }

    private StructType declared(List<FlowSchema> flows) {
        StructType schema = DeclaredColumns.schema(dataset);
        for (FlowSchema flow : flows) {
            for (StructField field : flow.schema().fields()) {
                StructField column =
                        Schemas.find(schema, field.name())
                                .orElseThrow(() -> notDeclared(flow, field, schema));
                if (!TypeUnion.fits(field.dataType(), column.dataType())) {
                    throw new QueryException(
                            RunErrorCode.MILLRACE_TYPE_CHANGED,
                            "column `%s` of `%s` is declared %s, but flow `%s` returns %s"
                                    .formatted(
                                            column.name(),
                                            table,
                                            sql(column.dataType()),
                                            flow.flow(),
                                            sql(field.dataType())),
                            "write CAST(... AS %s) in the query, or declare the column as %s"
                                    .formatted(sql(column.dataType()), sql(field.dataType())));
                }
            }
        }
        return schema;
    }

    private QueryException notDeclared(FlowSchema flow, StructField field, StructType schema) {
        return new QueryException(
                RunErrorCode.MILLRACE_COLUMN_NOT_DECLARED,
                "flow `%s` returns the column `%s`, which `%s` does not declare"
                        .formatted(flow.flow(), field.name(), table),
                "declare it, or leave it out of the query; declared are "
                        + Stream.of(schema.fieldNames())
                                .map(name -> "`" + name + "`")
                                .collect(Collectors.joining(", ")));
    }

    private StructType union(List<FlowSchema> flows) {
        Map<String, StructField> fields = new LinkedHashMap<>();
        Map<String, String> givers = new LinkedHashMap<>();
        for (FlowSchema flow : flows) {
            for (StructField field : Schemas.plain(flow.schema()).fields()) {
                String key = field.name().toLowerCase(Locale.ROOT);
                StructField before = fields.get(key);
                if (before == null) {
                    fields.put(key, field);
                    givers.put(key, flow.flow());
                    continue;
                }
                DataType type =
                        TypeUnion.of(before.dataType(), field.dataType())
                                .orElseThrow(() -> conflict(before, givers.get(key), field, flow));
                fields.put(key, new StructField(before.name(), type, true, before.metadata()));
            }
        }
        comments(fields);
        return new StructType(fields.values().toArray(StructField[]::new));
    }

    /** Comments of columns that are listed without a type. */
    private void comments(Map<String, StructField> fields) {
        dataset.columns()
                .forEach(
                        column ->
                                fields.computeIfPresent(
                                        column.name().toLowerCase(Locale.ROOT),
                                        (key, field) ->
                                                Schemas.withComment(field, column.comment())));
    }

    private QueryException conflict(
            StructField first, String firstFlow, StructField second, FlowSchema flow) {
        return new QueryException(
                RunErrorCode.MILLRACE_FLOW_TYPES_CONFLICT,
                "column `%s` of `%s` is %s in flow `%s` and %s in flow `%s`"
                        .formatted(
                                first.name(),
                                table,
                                sql(first.dataType()),
                                firstFlow,
                                sql(second.dataType()),
                                flow.flow()),
                "cast one of them, or declare the column's type in the table");
    }

    /** The stored columns in their order, widened where needed, and the new ones behind. */
    private StructType evolve(StructType stored, StructType wanted, List<FlowSchema> flows) {
        List<StructField> fields = new ArrayList<>();
        for (StructField old : stored.fields()) {
            Optional<StructField> now = Schemas.find(wanted, old.name());
            fields.add(now.map(field -> evolve(old, field, flows)).orElse(old));
        }
        for (StructField field : wanted.fields()) {
            if (Schemas.find(stored, field.name()).isEmpty()) {
                fields.add(field);
            }
        }
        return new StructType(fields.toArray(StructField[]::new));
    }

    private StructField evolve(StructField old, StructField now, List<FlowSchema> flows) {
        boolean typed = DeclaredColumns.areTyped(dataset);
        DataType type = old.dataType();
        boolean keeps = !typed && TypeUnion.fits(now.dataType(), old.dataType());
        if (!keeps) {
            Optional<DataType> union = TypeUnion.of(old.dataType(), now.dataType());
            boolean grows = union.isPresent() && (!typed || union.get().sameType(now.dataType()));
            if (!grows) {
                throw changed(old, now, flows);
            }
            type = union.get();
        }
        if (old.nullable() && !now.nullable()) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_TYPE_CHANGED,
                    "column `%s` of `%s` is now declared NOT NULL, but the stored table allows NULL"
                            .formatted(old.name(), table),
                    "drop NOT NULL, or run " + CommandOptions.fullRefresh(table));
        }
        return new StructField(old.name(), type, now.nullable(), metadata(old, now));
    }

    /** Delta's own keys stay, what was declared before goes, what is declared now comes. */
    private static Metadata metadata(StructField old, StructField now) {
        MetadataBuilder builder = new MetadataBuilder().withMetadata(old.metadata());
        builder.remove("comment");
        builder.remove(DeclaredColumns.DEFAULT);
        return builder.withMetadata(now.metadata()).build();
    }

    private QueryException changed(StructField old, StructField now, List<FlowSchema> flows) {
        String from =
                flows.stream()
                        .filter(flow -> Schemas.find(flow.schema(), old.name()).isPresent())
                        .map(flow -> "`" + flow.flow() + "`")
                        .collect(Collectors.joining(", "));
        return new QueryException(
                RunErrorCode.MILLRACE_TYPE_CHANGED,
                "column `%s` of `%s` is stored as %s and now comes as %s (flow %s)"
                        .formatted(
                                old.name(), table, sql(old.dataType()), sql(now.dataType()), from),
                "write CAST(... AS %s) in the query, or run %s"
                        .formatted(sql(old.dataType()), CommandOptions.fullRefresh(table)));
    }

    private static String sql(DataType type) {
        return type.sql();
    }
}
