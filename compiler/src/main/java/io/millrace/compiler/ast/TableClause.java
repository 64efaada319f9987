/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import io.millrace.compiler.source.SourceSpan;

/** An optional part of a CREATE statement, in any order. */
public sealed interface TableClause
        permits UsingClause,
                PartitionedByClause,
                ClusterByClause,
                LocationClause,
                CommentClause,
                CollationClause,
                PropertiesClause,
                ScheduleClause,
                RowFilterClause,
                RefreshPolicyClause,
                OptionsClause,
                UnsupportedClause {

    SourceSpan span();

    <R> R accept(TableClauseVisitor<R> visitor);
}
