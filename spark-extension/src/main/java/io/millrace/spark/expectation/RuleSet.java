/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetExpectation;
import io.millrace.spark.catalyst.RowRules;
import io.millrace.spark.catalyst.RuleAction;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;

/**
 * The rules of a dataset.
 *
 * @param name the last part of the dataset's name, which conditions may put before a column
 * @param dataset the full name
 * @param display how messages call the dataset
 * @param maskSamples whether messages show the columns of a row without its values
 */
public record RuleSet(
        String name,
        String dataset,
        String display,
        List<DatasetExpectation> rules,
        boolean maskSamples) {

    /** The property of a dataset that keeps values of its rows out of messages. */
    public static final String MASK = "millrace.expectations.maskSamples";

    public RuleSet {
        requireNonNull(name, "name");
        requireNonNull(dataset, "dataset");
        requireNonNull(display, "display");
        rules = List.copyOf(rules);
    }

    /** Empty for a dataset without rules. */
    public static Optional<RuleSet> of(Dataset dataset, String display) {
        return dataset.expectations().isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new RuleSet(
                                dataset.name().last(),
                                dataset.name().toString(),
                                display,
                                dataset.expectations(),
                                isMasked(dataset)));
    }

    private static boolean isMasked(Dataset dataset) {
        return dataset.properties().entrySet().stream()
                .anyMatch(
                        property ->
                                property.getKey().equalsIgnoreCase(MASK)
                                        && property.getValue().equalsIgnoreCase("true"));
    }

    /**
     * Fails when a rule cannot be evaluated.
     *
     * @param rows of the columns that the dataset has
     */
    public void check(org.apache.spark.sql.Dataset<Row> rows) {
        conditions(Optional.empty()).check(rows);
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
                rules.stream()
                        .map(rule -> new RowRules.Rule(rule.name(), rule.condition()))
                        .toList(),
                applies);
    }
}
