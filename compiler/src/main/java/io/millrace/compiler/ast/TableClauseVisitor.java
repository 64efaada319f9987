/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

/**
 * One method for every kind of {@link TableClause}; no defaults, so that a new kind must be handled
 * everywhere.
 */
public interface TableClauseVisitor<R> {

    R visitUsingClause(UsingClause usingClause);

    R visitPartitionedByClause(PartitionedByClause partitionedByClause);

    R visitClusterByClause(ClusterByClause clusterByClause);

    R visitLocationClause(LocationClause locationClause);

    R visitCommentClause(CommentClause commentClause);

    R visitCollationClause(CollationClause collationClause);

    R visitPropertiesClause(PropertiesClause propertiesClause);

    R visitScheduleClause(ScheduleClause scheduleClause);

    R visitRowFilterClause(RowFilterClause rowFilterClause);

    R visitRefreshPolicyClause(RefreshPolicyClause refreshPolicyClause);

    R visitOptionsClause(OptionsClause optionsClause);

    R visitUnsupportedClause(UnsupportedClause unsupportedClause);
}
