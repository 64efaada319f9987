/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.compiler.ast.ClusterByClause;
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

/** How messages call each kind of clause. */
final class ClauseWords implements TableClauseVisitor<String> {

    @Override
    public String visitUsingClause(UsingClause clause) {
        return "USING";
    }

    @Override
    public String visitPartitionedByClause(PartitionedByClause clause) {
        return "PARTITIONED BY";
    }

    @Override
    public String visitClusterByClause(ClusterByClause clause) {
        return "CLUSTER BY";
    }

    @Override
    public String visitLocationClause(LocationClause clause) {
        return "LOCATION";
    }

    @Override
    public String visitCommentClause(CommentClause clause) {
        return "COMMENT";
    }

    @Override
    public String visitCollationClause(CollationClause clause) {
        return "DEFAULT COLLATION";
    }

    @Override
    public String visitPropertiesClause(PropertiesClause clause) {
        return "TBLPROPERTIES";
    }

    @Override
    public String visitScheduleClause(ScheduleClause clause) {
        return "SCHEDULE or TRIGGER ON UPDATE";
    }

    @Override
    public String visitRowFilterClause(RowFilterClause clause) {
        return "WITH ROW FILTER";
    }

    @Override
    public String visitRefreshPolicyClause(RefreshPolicyClause clause) {
        return "REFRESH POLICY";
    }

    @Override
    public String visitOptionsClause(OptionsClause clause) {
        return "OPTIONS";
    }

    @Override
    public String visitUnsupportedClause(UnsupportedClause clause) {
        return clause.keyword();
    }
}
