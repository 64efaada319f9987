/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.portability;

import io.millrace.compiler.ast.ClusterByClause;
import io.millrace.compiler.ast.ClusterByKind;
import io.millrace.compiler.ast.CollationClause;
import io.millrace.compiler.ast.CommentClause;
import io.millrace.compiler.ast.LocationClause;
import io.millrace.compiler.ast.OptionsClause;
import io.millrace.compiler.ast.PartitionedByClause;
import io.millrace.compiler.ast.PropertiesClause;
import io.millrace.compiler.ast.RefreshPolicyClause;
import io.millrace.compiler.ast.RowFilterClause;
import io.millrace.compiler.ast.ScheduleClause;
import io.millrace.compiler.ast.TableClauseVisitor;
import io.millrace.compiler.ast.UnsupportedClause;
import io.millrace.compiler.ast.UsingClause;
import java.util.Optional;

/** What the clauses behind a dataset need. */
final class ClausePortability implements TableClauseVisitor<Optional<Need>> {

    static final ClausePortability INSTANCE = new ClausePortability();

    private ClausePortability() {}

    @Override
    public Optional<Need> visitUsingClause(UsingClause clause) {
        return Optional.empty();
    }

    @Override
    public Optional<Need> visitPartitionedByClause(PartitionedByClause clause) {
        return Optional.empty();
    }

    @Override
    public Optional<Need> visitClusterByClause(ClusterByClause clause) {
        return clause.kind() == ClusterByKind.COLUMNS
                ? Optional.empty()
                : Optional.of(
                        new Need(
                                Support.CLUSTER_BY_AUTO,
                                clause.span(),
                                "CLUSTER BY " + clause.kind()));
    }

    @Override
    public Optional<Need> visitLocationClause(LocationClause clause) {
        return Optional.of(new Need(Support.LOCATION, clause.span(), "LOCATION"));
    }

    @Override
    public Optional<Need> visitCommentClause(CommentClause clause) {
        return Optional.empty();
    }

    @Override
    public Optional<Need> visitCollationClause(CollationClause clause) {
        return Optional.empty();
    }

    @Override
    public Optional<Need> visitPropertiesClause(PropertiesClause clause) {
        return Optional.empty();
    }

    @Override
    public Optional<Need> visitScheduleClause(ScheduleClause clause) {
        return Optional.of(new Need(Support.SCHEDULE, clause.span(), "a schedule"));
    }

    @Override
    public Optional<Need> visitRowFilterClause(RowFilterClause clause) {
        return Optional.of(new Need(Support.ROW_FILTER, clause.span(), "ROW FILTER"));
    }

    @Override
    public Optional<Need> visitRefreshPolicyClause(RefreshPolicyClause clause) {
        return Optional.of(new Need(Support.REFRESH_POLICY, clause.span(), "REFRESH POLICY"));
    }

    /** Refused by compiling, whatever the engine. */
    @Override
    public Optional<Need> visitOptionsClause(OptionsClause clause) {
        return Optional.empty();
    }

    /** Refused by compiling, whatever the engine. */
    @Override
    public Optional<Need> visitUnsupportedClause(UnsupportedClause clause) {
        return Optional.empty();
    }
}
