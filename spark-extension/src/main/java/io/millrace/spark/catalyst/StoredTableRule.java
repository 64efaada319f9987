/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.spark.catalyst.statement.StatementCommand;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.AliasIdentifier;
import org.apache.spark.sql.catalyst.analysis.RelationTimeTravel;
import org.apache.spark.sql.catalyst.analysis.UnresolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTable;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableOrView;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.plans.logical.DropView;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.apache.spark.sql.catalyst.plans.logical.ShowTableProperties;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.ExpressionUtils$;

/**
 * Lets what is said of a table be said of a view over a stored table: time travel, and the commands
 * that look at, tidy up or drop a Delta table. Other plans are left alone, at the price of a look
 * at their root and at the patterns that they hold.
 */
final class StoredTableRule extends Rule<LogicalPlan> {

    /** What Delta calls the commands that do no harm to the stored rows. */
    private static final Set<String> COMMANDS =
            Set.of("DESCRIBE HISTORY", "DESCRIBE DETAIL", "OPTIMIZE", "REORG", "VACUUM");

    private final SparkSession session;
    private final StoredTableViews views;

    StoredTableRule(SparkSession session, StoredTableViews views) {
        this.session = session;
        this.views = views;
    }

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        if (plan.containsPattern(TreePattern.RELATION_TIME_TRAVEL())) {
            return travelled(plan);
        }
        if (plan.children().size() != 1) {
            return plan;
        }
        LogicalPlan child = plan.children().head();
        if (child instanceof UnresolvedTable table && COMMANDS.contains(table.commandName())) {
            return path(table.multipartIdentifier())
                    .map(
                            path ->
                                    child(
                                            plan,
                                            new UnresolvedTable(
                                                    pathName(path),
                                                    table.commandName(),
                                                    table.suggestAlternative())))
                    .orElse(plan);
        }
        if (plan instanceof ShowTableProperties
                && child instanceof UnresolvedTableOrView relation) {
            return path(relation.multipartIdentifier())
                    .map(
                            path ->
                                    child(
                                            plan,
                                            relation.copy(
                                                    pathName(path),
                                                    relation.commandName(),
                                                    relation.allowTempView(),
                                                    relation.tableNotFoundSearchPathMode())))
                    .orElse(plan);
        }
        if (plan instanceof DropView drop && child instanceof UnresolvedIdentifier identifier) {
            return path(identifier.nameParts())
                    .<LogicalPlan>map(path -> dropped(drop, identifier, path))
                    .orElse(plan);
        }
        return plan;
    }

    /** Kept, the stored table would be shown again by the next session that looks for tables. */
    private LogicalPlan dropped(DropView drop, UnresolvedIdentifier identifier, String path) {
        return StatementCommand.of(
                new DropStoredTable(
                        views, path, ScalaInterop.list(identifier.nameParts()), drop.ifExists()));
    }

    private static scala.collection.immutable.Seq<String> pathName(String path) {
        return ScalaInterop.seq(List.of("delta", path));
    }

    private static LogicalPlan child(LogicalPlan plan, LogicalPlan child) {
        return plan.withNewChildren(ScalaInterop.seq(List.of(child)));
    }

    private LogicalPlan travelled(LogicalPlan plan) {
        if (plan instanceof RelationTimeTravel travel
                && travel.relation() instanceof UnresolvedRelation relation) {
            return path(relation.multipartIdentifier())
                    .<LogicalPlan>map(path -> travelled(travel, relation, path))
                    .orElse(plan);
        }
        return plan.mapChildren(Functions.of(this::travelled))
                .mapExpressions(Functions.of(this::travelledSubqueries));
    }

    private Expression travelledSubqueries(Expression expression) {
        Expression result = expression.mapChildren(Functions.of(this::travelledSubqueries));
        return result instanceof SubqueryExpression subquery
                ? subquery.withNewPlan(travelled(subquery.plan()))
                : result;
    }

    private LogicalPlan travelled(
            RelationTimeTravel travel, UnresolvedRelation relation, String path) {
        Map<String, String> options = new HashMap<>();
        ScalaInterop.optional(travel.version())
                .ifPresent(version -> options.put("versionAsOf", version));
        ScalaInterop.optional(travel.timestamp())
                .ifPresent(time -> options.put("timestampAsOf", text(time)));
        Dataset<Row> seen = (Dataset<Row>) views.at(session, path, options);
        List<String> name = ScalaInterop.list(relation.multipartIdentifier());
        int last = name.size() - 1;
        return new SubqueryAlias(
                new AliasIdentifier(name.get(last), ScalaInterop.seq(name.subList(0, last))),
                seen.logicalPlan());
    }

    private String text(Expression time) {
        Dataset<Row> row =
                Dataset.ofRows(Sessions.classic(session), new OneRowRelation())
                        .select(
                                ExpressionUtils$.MODULE$
                                        .column(time)
                                        .cast("timestamp")
                                        .cast("string"));
        return row.collectAsList().get(0).getString(0);
    }

    private Optional<String> path(scala.collection.immutable.Seq<String> name) {
        return CatalogTables.viewProperty(session, ScalaInterop.list(name), views.pathProperty());
    }
}
