/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetExpectation;
import io.millrace.compiler.graph.ExpectationKind;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.QueryPlanner;
import io.millrace.spark.catalyst.QuerySource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/**
 * The query of a flow over the real tables, with the rules of the views that it reads built in.
 *
 * @param rules of those views and of the target; the latter are not in the query yet
 */
public record JudgedQuery(PlannedQuery query, Judgements rules) {

    /**
     * Plans the query for one try of the flow.
     *
     * @param session the flow's own
     * @param applies which of the rows that are given to the target's rules are judged
     * @param sideTables of the target
     * @param updateId the update's
     */
    public static JudgedQuery plan(
            SparkSession session,
            QueryPlanner planner,
            Flow flow,
            Dataset target,
            Optional<String> applies,
            List<SideTable> sideTables,
            String updateId) {
        List<Judgement> views = new ArrayList<>();
        PlannedQuery query =
                planner.plan(
                        session,
                        flow,
                        (view, rows, lookups) -> {
                            Judgement judgement =
                                    new Judgement(
                                            session,
                                            RuleSet.of(
                                                            view,
                                                            planner.displayName(view.name()),
                                                            lookups)
                                                    .orElseThrow(),
                                            Optional.empty());
                            views.add(judgement);
                            return judgement.keep(rows);
                        });
        Optional<RuleSet> all =
                RuleSet.of(target, planner.displayName(target.name()), query.lookups());
        // Which rows have their like in the table is told later; of events it is not known yet.
        boolean events = applies.isPresent();
        boolean added = flow.kind() == FlowKind.APPEND || flow.kind() == FlowKind.ONCE;
        Optional<RuleSet> rules =
                events || added ? all.flatMap(of -> of.only(rule -> !isUnique(rule))) : all;
        Optional<RuleSet> unique = all.flatMap(of -> of.only(JudgedQuery::isUnique));
        int others = rules.map(of -> of.rules().size()).orElse(0);
        Optional<Quarantine> quarantine =
                sideTables.isEmpty()
                        ? Optional.empty()
                        : (added ? all.map(of -> of.inOrder(JudgedQuery::isUnique)) : rules)
                                .map(of -> new Quarantine(of, flow.name(), updateId, sideTables));
        boolean files =
                query.sources().size() == 1
                        && query.sources().get(0) instanceof QuerySource.Function;
        return new JudgedQuery(
                query,
                new Judgements(
                        flow.name(),
                        views,
                        rules.map(of -> new Judgement(session, of, applies)),
                        unique.filter(of -> events).map(KeyedRules::new),
                        unique.filter(of -> added).map(of -> new AppendedKeys(of, others)),
                        quarantine,
                        files));
    }

    private static boolean isUnique(DatasetExpectation rule) {
        return rule.kind() == ExpectationKind.UNIQUE;
    }
}
