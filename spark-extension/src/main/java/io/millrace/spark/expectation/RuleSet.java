/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import static java.util.Objects.requireNonNull;
import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetExpectation;
import io.millrace.compiler.graph.ExpectationKind;
import io.millrace.compiler.graph.SqlText;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.Columns;
import io.millrace.spark.catalyst.RowRules;
import io.millrace.spark.catalyst.RuleAction;
import io.millrace.spark.delta.Schemas;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The rules of a dataset.
 *
 * @param name the last part of the dataset's name, which conditions may put before a column
 * @param dataset the full name
 * @param display how messages call the dataset
 * @param lookups the tables that EXISTS rules look into, by the names of the rules
 * @param maskSamples whether messages show the columns of a row without its values
 */
public record RuleSet(
        String name,
        String dataset,
        String display,
        List<DatasetExpectation> rules,
        Map<String, org.apache.spark.sql.Dataset<Row>> lookups,
        boolean maskSamples) {

    /** The property of a dataset that keeps values of its rows out of messages. */
    public static final String MASK = "millrace.expectations.maskSamples";

    public RuleSet {
        requireNonNull(name, "name");
        requireNonNull(dataset, "dataset");
        requireNonNull(display, "display");
        rules = List.copyOf(rules);
        lookups = Map.copyOf(lookups);
    }

    /** Empty for a dataset without rules. */
    public static Optional<RuleSet> of(
            Dataset dataset,
            String display,
            Map<String, org.apache.spark.sql.Dataset<Row>> lookups) {
        return dataset.expectations().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new RuleSet(
                                dataset.name().last(),
                                dataset.name().toString(),
                                display,
                                dataset.expectations(),
                                lookups,
                                isMasked(dataset)));
    }

    private static boolean isMasked(Dataset dataset) {
        return dataset.properties().entrySet().stream()
                .anyMatch(
                        property ->
                                property.getKey().equalsIgnoreCase(MASK)
                                        && property.getValue().equalsIgnoreCase("true"));
    }

    /** The rules that are of a kind, or those that are not; empty when there are none. */
    Optional<RuleSet> only(Predicate<DatasetExpectation> wanted) {
        List<DatasetExpectation> some = rules.stream().filter(wanted).toList();
        return some.isEmpty()
                ? Optional.empty()
                : Optional.of(new RuleSet(name, dataset, display, some, lookups, maskSamples));
    }

    /** The rules with those at the end that are of a kind. */
    RuleSet inOrder(Predicate<DatasetExpectation> last) {
        List<DatasetExpectation> sorted =
                rules.stream().sorted(Comparator.comparing(last::test)).toList();
        return new RuleSet(name, dataset, display, sorted, lookups, maskSamples);
    }

    /**
     * Fails when a rule cannot be evaluated.
     *
     * @param rows of the columns that the dataset has
     */
    public void check(org.apache.spark.sql.Dataset<Row> rows) {
        rules.stream()
                .filter(rule -> rule.kind() == ExpectationKind.UNIQUE)
                .forEach(rule -> checkColumns(rule, rows.schema()));
        conditions(Optional.empty()).check(withHelpers(rows));
    }

    /**
     * The rows with one more column for each rule that looks at other rows: whether it is met. As
     * SQL's constraints have it, a row with NULL in a column of UNIQUE is like no other row, and
     * one with NULL in a column of EXISTS refers to nothing that could be missing.
     */
    org.apache.spark.sql.Dataset<Row> withHelpers(org.apache.spark.sql.Dataset<Row> rows) {
        org.apache.spark.sql.Dataset<Row> result = rows;
        for (int i = 0; i < rules.size(); i++) {
            DatasetExpectation rule = rules.get(i);
            switch (rule.kind()) {
                case ROW -> {}
                case UNIQUE -> result = result.withColumn(helper(i), unique(rule.columns()));
                case EXISTS -> result = exists(result, rule, helper(i));
            }
        }
        return result;
    }

    private void checkColumns(DatasetExpectation rule, StructType schema) {
        for (String column : rule.columns()) {
            Optional<StructField> field = Schemas.find(schema, column);
            String why =
                    field.isEmpty()
                            ? "`%s` has no column `%s`".formatted(display, column)
                            : Schemas.isComputed(field.get())
                                    ? ("Delta computes column `%s` when it writes a row, and rows"
                                                    + " are judged before")
                                            .formatted(column)
                                    : "values of type %s cannot be compared"
                                            .formatted(field.get().dataType().sql());
            boolean usable =
                    field.isPresent()
                            && !Schemas.isComputed(field.get())
                            && KeyTypes.areComparable(field.get().dataType());
            if (!usable) {
                throw new QueryException(
                        RunErrorCode.MILLRACE_EXPECTATION_INVALID,
                        "expectation `%s` of `%s` cannot look at column `%s`: %s"
                                .formatted(rule.name(), display, column, why),
                        "name other columns in EXPECT UNIQUE, such as those that make the value");
            }
        }
    }

    private static String helper(int rule) {
        return "__mr_rule_" + rule;
    }

    private static Column unique(List<String> names) {
        Column[] columns = Columns.named(names);
        return anyNull(columns).or(count(lit(1)).over(Window.partitionBy(columns)).equalTo(lit(1)));
    }

    private static Column anyNull(Column... columns) {
        Column isNull = lit(false);
        for (Column column : columns) {
            isNull = isNull.or(column.isNull());
        }
        return isNull;
    }

    /** A join with the distinct values of the other table: each row is there once as before. */
    private org.apache.spark.sql.Dataset<Row> exists(
            org.apache.spark.sql.Dataset<Row> rows, DatasetExpectation rule, String helper) {
        List<String> names = rule.columns();
        Column[] columns = Columns.named(names);
        Column[] others = new Column[names.size()];
        Column same = lit(true);
        for (int k = 0; k < names.size(); k++) {
            others[k] = columns[k].as(helper + "_" + k);
            same = same.and(columns[k].equalTo(col(helper + "_" + k)));
        }
        String found = helper + "_found";
        org.apache.spark.sql.Dataset<Row> values =
                lookups.get(rule.name()).select(others).distinct().withColumn(found, lit(true));
        org.apache.spark.sql.Dataset<Row> joined =
                rows.join(values, same, "left_outer")
                        .withColumn(helper, coalesce(col(found), lit(false)).or(anyNull(columns)));
        List<String> helpers = new ArrayList<>(List.of(found));
        IntStream.range(0, names.size()).forEach(k -> helpers.add(helper + "_" + k));
        return joined.drop(helpers.toArray(String[]::new));
    }

    private SqlText condition(int rule) {
        SqlText text = rules.get(rule).condition();
        return rules.get(rule).kind() == ExpectationKind.ROW
                ? text
                : new SqlText(helper(rule), text.file(), text.positions());
    }

    List<RuleAction> actions() {
        return rules.stream().map(RuleSet::action).toList();
    }

    private static RuleAction action(DatasetExpectation rule) {
        return switch (rule.violation()) {
            case WARN -> RuleAction.KEEP;
            case QUARANTINE -> RuleAction.QUARANTINE;
            case DROP -> RuleAction.DROP;
            case FAIL -> RuleAction.FAIL;
        };
    }

    /**
     * The conditions.
     *
     * @param applies which rows are judged; the others stay
     */
    RowRules conditions(Optional<String> applies) {
        return new RowRules(
                name,
                IntStream.range(0, rules.size())
                        .mapToObj(i -> new RowRules.Rule(rules.get(i).name(), condition(i)))
                        .toList(),
                applies);
    }
}
