/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.ClusterByClause;
import io.millrace.compiler.ast.PartitionedByClause;
import io.millrace.compiler.ast.ScheduleClause;
import io.millrace.compiler.ast.TableClause;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import java.util.HashMap;
import java.util.Map;

/** A clause is given once, and clauses that exclude each other are not given together. */
final class RepeatedClauseCheck implements Check {

    private static final ClauseNames NAMES = new ClauseNames();

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            Map<String, TableClause> first = new HashMap<>();
            for (TableClause clause : dataset.clauses()) {
                String name = clause.accept(NAMES);
                TableClause other = first.putIfAbsent(name, clause);
                if (other != null) {
                    diagnostics.add(
                            Diagnostic.of(ErrorCode.MILLRACE_CLAUSE_REPEATED, clause.span(), name)
                                    .withHint("keep one of the two")
                                    .withRelated(other.span(), "first given here"));
                }
            }
            checkPair(dataset, first, diagnostics);
        }
    }

    private static void checkPair(
            DatasetDeclaration dataset, Map<String, TableClause> first, Diagnostics diagnostics) {
        dataset.clause(PartitionedByClause.class)
                .ifPresent(
                        partitioned ->
                                dataset.clause(ClusterByClause.class)
                                        .ifPresent(
                                                clustered ->
                                                        reportConflict(
                                                                partitioned,
                                                                clustered,
                                                                "keep CLUSTER BY, which also"
                                                                        + " serves small tables",
                                                                diagnostics)));
        TableClause schedule = first.get(ClauseNames.SCHEDULE);
        TableClause trigger = first.get(ClauseNames.TRIGGER);
        if (schedule instanceof ScheduleClause && trigger instanceof ScheduleClause) {
            reportConflict(schedule, trigger, "keep one of the two", diagnostics);
        }
    }

    private static void reportConflict(
            TableClause one, TableClause other, String hint, Diagnostics diagnostics) {
        TableClause earlier = one.span().start() < other.span().start() ? one : other;
        TableClause later = earlier == one ? other : one;
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_CLAUSE_CONFLICT,
                                later.span(),
                                earlier.accept(NAMES),
                                later.accept(NAMES))
                        .withHint(hint)
                        .withRelated(earlier.span(), earlier.accept(NAMES)));
    }
}
