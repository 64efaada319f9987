/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.apache.spark.sql.functions.expr;

import io.millrace.compiler.graph.AutoCdc;
import io.millrace.compiler.graph.ScdType;
import io.millrace.compiler.graph.SelectionKind;
import io.millrace.compiler.graph.SqlText;
import io.millrace.compiler.token.Quoted;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.ExpressionTraits;
import io.millrace.spark.catalyst.SqlErrors;
import io.millrace.spark.catalyst.ValueOrdering;
import io.millrace.spark.delta.FlowSchema;
import io.millrace.spark.delta.SchemaMerge;
import io.millrace.spark.types.TypeUnion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * What one flow brings to its target: which columns, with which types, and the type of its
 * sequence. All that can be wrong with the flow by itself is found here.
 */
final class FlowColumns {

    private final String flow;
    private final AutoCdc clauses;
    private final Dataset<Row> source;
    private final List<StructField> fields;
    private final DataType sequenceType;
    private final DataType systemType;
    private final List<String> warnings = new ArrayList<>();

    /**
     * @param sequenceType for a flow from snapshots, which has no sequence of its own
     */
    FlowColumns(FlowInput input, Optional<DataType> sequenceType) {
        this.flow = input.flow();
        this.clauses = input.clauses();
        this.source = input.source();
        SchemaMerge.checkDuplicates(new FlowSchema(flow, source.schema()));
        List<String> names = Arrays.asList(source.columns());
        ColumnChoice choice =
                new ColumnChoice(
                        names,
                        "the source of flow `" + flow + "`",
                        clauses.places(),
                        Optional.of(names)
                                .filter(all -> ColumnChoice.caseCounts(source))
                                .map(Set::copyOf));
        clauses.keys().forEach(choice::find);
        clauses.columnsToUpdate().ifPresent(name -> checkList(choice.find(name)));
        this.fields = chosen(choice);
        this.sequenceType =
                sequenceType.orElseGet(
                        () -> sequence("SEQUENCE BY", clauses.sequenceBy().orElseThrow()));
        this.systemType =
                clauses.systemSequenceBy()
                        .map(text -> sequence("SYSTEM SEQUENCE BY", text))
                        .orElse(this.sequenceType);
        clauses.deleteWhen().ifPresent(text -> condition("APPLY AS DELETE WHEN", text));
        clauses.truncateWhen().ifPresent(text -> condition("APPLY AS TRUNCATE WHEN", text));
    }

    List<StructField> fields() {
        return fields;
    }

    DataType sequenceType() {
        return sequenceType;
    }

    /** That of the sequence where there is no system sequence. */
    DataType systemType() {
        return systemType;
    }

    List<String> warnings() {
        return warnings;
    }

    private List<StructField> chosen(ColumnChoice choice) {
        Set<String> names = choice.choose(clauses.columns());
        if (clauses.columns().kind() != SelectionKind.LIST) {
            // It says something about the event and is not part of the row.
            clauses.columnsToUpdate().map(choice::find).ifPresent(names::remove);
        }
        // A row does not change because its snapshot is a newer one.
        clauses.snapshotVersion()
                .map(text -> text.text().strip().replace("`", ""))
                .ifPresent(version -> names.removeIf(version::equalsIgnoreCase));
        List<StructField> result = new ArrayList<>();
        for (StructField field : source.schema().fields()) {
            if (names.contains(field.name())) {
                checkReserved(field.name());
                result.add(
                        new StructField(
                                field.name(),
                                TypeUnion.nullable(field.dataType()),
                                true,
                                org.apache.spark.sql.types.Metadata.empty()));
            }
        }
        for (String key : clauses.keys()) {
            if (!names.contains(choice.find(key))) {
                throw CdcError.of(
                        RunErrorCode.MILLRACE_CDC_EXPRESSION,
                        "add it to COLUMNS",
                        flow,
                        "key",
                        key,
                        "it is not among the columns of the target");
            }
        }
        return result;
    }

    private void checkReserved(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        boolean history =
                clauses.scdType() != ScdType.TYPE_1
                        && (name.equalsIgnoreCase(RowShape.START)
                                || name.equalsIgnoreCase(RowShape.END));
        boolean system =
                clauses.scdType() == ScdType.BITEMPORAL
                        && (name.equalsIgnoreCase(RowShape.SYSTEM_START)
                                || name.equalsIgnoreCase(RowShape.SYSTEM_END));
        if (lower.startsWith(RowShape.PREFIX) || history || system) {
            throw CdcError.of(
                    RunErrorCode.MILLRACE_CDC_RESERVED_COLUMN,
                    "leave it out with COLUMNS * EXCEPT ("
                            + Quoted.asNeeded(name)
                            + "), or rename it in the query",
                    flow,
                    name);
        }
    }

    private void checkList(String name) {
        DataType type = source.schema().apply(name).dataType();
        if (!(type instanceof ArrayType array) || !(array.elementType() instanceof StringType)) {
            QueryException error =
                    of(
                            flow,
                            "COLUMNS TO UPDATE",
                            name,
                            "it must be an array of strings, not " + type.sql());
            throw Optional.ofNullable(clauses.places().get(name.toLowerCase(Locale.ROOT)))
                    .map(error::at)
                    .orElse(error);
        }
    }

    private DataType sequence(String clause, SqlText text) {
        DataType type = analyzed(clause, text);
        if (!ValueOrdering.isOrderable(type) || type instanceof NullType) {
            throw CdcError.of(
                            RunErrorCode.MILLRACE_CDC_SEQUENCE_NOT_ORDERABLE,
                            "",
                            text.text(),
                            flow,
                            type.sql())
                    .at(SqlErrors.whole(text));
        }
        warnOfText("", text, type);
        return TypeUnion.nullable(type);
    }

    private void warnOfText(String path, SqlText text, DataType type) {
        if (type instanceof StringType string) {
            if (!string.equals(DataTypes.StringType)) {
                throw expression("SEQUENCE BY", text, "text with a collation cannot be a sequence");
            }
            warnings.add(
                    "SEQUENCE BY `%s` of flow `%s` compares %s: '9' is greater than '10'; cast it"
                                    .formatted(
                                            text.text(),
                                            flow,
                                            path.isEmpty() ? "text" : "text in `" + path + "`")
                            + " to a number or a timestamp");
        }
        if (type instanceof StructType struct) {
            for (StructField field : struct.fields()) {
                String inner = path.isEmpty() ? field.name() : path + "." + field.name();
                warnOfText(inner, text, field.dataType());
            }
        }
    }

    private void condition(String clause, SqlText text) {
        DataType type = analyzed(clause, text);
        if (!type.equals(DataTypes.BooleanType) && !(type instanceof NullType)) {
            throw expression(clause, text, "it must be a condition, not " + type.sql());
        }
    }

    private DataType analyzed(String clause, SqlText text) {
        return typeOf(new FlowInput(flow, clauses, source), clause, text);
    }

    /** The type of an expression of a flow over its source. */
    static DataType typeOf(FlowInput input, String clause, SqlText text) {
        String flow = input.flow();
        try {
            Dataset<Row> selected = input.source().select(expr(text.text()).as("e"));
            if (!ExpressionTraits.isRepeatable(selected)) {
                throw expression(
                        flow,
                        clause,
                        text,
                        "it must give the same result each time: a batch may come again");
            }
            return selected.schema().fields()[0].dataType();
        } catch (Exception e) {
            // Scala does not declare what it throws.
            if (e instanceof AnalysisException analysis) {
                throw of(flow, clause, text.text(), SqlErrors.message(analysis))
                        .at(SqlErrors.place(analysis, text));
            }
            throw e;
        }
    }

    private QueryException expression(String clause, SqlText text, String why) {
        return expression(flow, clause, text, why);
    }

    private static QueryException expression(String flow, String clause, SqlText text, String why) {
        return of(flow, clause, text.text(), why).at(SqlErrors.whole(text));
    }

    private static QueryException of(String flow, String clause, String text, String why) {
        return CdcError.of(RunErrorCode.MILLRACE_CDC_EXPRESSION, "", flow, clause, text, why);
    }
}
