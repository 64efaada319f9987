/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

/** Prints the clauses of a table. */
final class ClausePrinter implements TableClauseVisitor<String> {

    @Override
    public String visitUsingClause(UsingClause clause) {
        return "USING " + SqlQuoting.format(clause.format());
    }

    @Override
    public String visitPartitionedByClause(PartitionedByClause clause) {
        return "PARTITIONED BY " + SqlQuoting.fragments(clause.columns());
    }

    @Override
    public String visitClusterByClause(ClusterByClause clause) {
        return "CLUSTER BY "
                + switch (clause.kind()) {
                    case COLUMNS -> SqlQuoting.names(clause.columns());
                    case AUTO -> "AUTO";
                    case NONE -> "NONE";
                };
    }

    @Override
    public String visitLocationClause(LocationClause clause) {
        return "LOCATION " + SqlQuoting.string(clause.path());
    }

    @Override
    public String visitCommentClause(CommentClause clause) {
        return "COMMENT " + SqlQuoting.string(clause.text());
    }

    @Override
    public String visitCollationClause(CollationClause clause) {
        return "DEFAULT COLLATION " + SqlQuoting.name(clause.collation());
    }

    @Override
    public String visitPropertiesClause(PropertiesClause clause) {
        return "TBLPROPERTIES " + SqlQuoting.properties(clause.properties());
    }

    @Override
    public String visitScheduleClause(ScheduleClause clause) {
        return switch (clause.kind()) {
            case EVERY -> "SCHEDULE EVERY " + clause.value();
            case CRON ->
                    "SCHEDULE CRON "
                            + SqlQuoting.string(clause.value())
                            + clause.timeZone()
                                    .map(zone -> " AT TIME ZONE " + SqlQuoting.string(zone))
                                    .orElse("");
            case ON_UPDATE ->
                    "TRIGGER ON UPDATE"
                            + (clause.value().isEmpty() ? "" : " AT MOST EVERY " + clause.value());
        };
    }

    @Override
    public String visitRowFilterClause(RowFilterClause clause) {
        return "WITH " + rowFilter(clause);
    }

    String rowFilter(RowFilterClause clause) {
        return "ROW FILTER "
                + SqlQuoting.name(clause.function())
                + " ON "
                + SqlQuoting.fragments(clause.columns());
    }

    @Override
    public String visitRefreshPolicyClause(RefreshPolicyClause clause) {
        return "REFRESH POLICY "
                + switch (clause.policy()) {
                    case AUTO -> "AUTO";
                    case INCREMENTAL -> "INCREMENTAL";
                    case INCREMENTAL_STRICT -> "INCREMENTAL STRICT";
                    case FULL -> "FULL";
                };
    }

    @Override
    public String visitOptionsClause(OptionsClause clause) {
        return "OPTIONS " + SqlQuoting.properties(clause.options());
    }

    @Override
    public String visitUnsupportedClause(UnsupportedClause clause) {
        return clause.span().text();
    }
}
