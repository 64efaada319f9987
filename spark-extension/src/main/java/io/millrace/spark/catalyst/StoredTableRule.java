/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.spark.catalyst.statement.StatementCommand;
import io.millrace.spark.catalyst.statement.StatementErrors;
import io.millrace.spark.catalyst.statement.StatementException;
import io.millrace.spark.function.TableFunctionException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.AliasIdentifier;
import org.apache.spark.sql.catalyst.analysis.AnalysisContext;
import org.apache.spark.sql.catalyst.analysis.NamedStreamingRelation;
import org.apache.spark.sql.catalyst.analysis.RelationTimeTravel;
import org.apache.spark.sql.catalyst.analysis.UnresolvedIdentifier;
import org.apache.spark.sql.catalyst.analysis.UnresolvedRelation;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTable;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableOrView;
import org.apache.spark.sql.catalyst.analysis.UnresolvedTableValuedFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.plans.logical.DropView;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.OneRowRelation;
import org.apache.spark.sql.catalyst.plans.logical.ShowTableProperties;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.catalyst.trees.TreeNode;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.ExpressionUtils$;
import org.apache.spark.sql.types.StringType;

/**
 * Lets what is said of a table be said of a view over a stored table: time travel, reads of its
 * changes, and the commands that look at, tidy up or drop a Delta table; those that would change
 * its rows are refused. Other plans are left alone, at the price of a look at their root and at the
 * names that they hold.
 */
final class StoredTableRule extends Rule<LogicalPlan> {

    /** What Delta calls the commands that do no harm to the stored rows. */
    private static final Set<String> COMMANDS =
            Set.of("DESCRIBE HISTORY", "DESCRIBE DETAIL", "OPTIMIZE", "REORG", "VACUUM");

    private static final String INVALID = "42000";

    private final SparkSession session;
    private final StoredTableViews views;
    private final StoredTableWrites writes;

    StoredTableRule(SparkSession session, StoredTableViews views) {
        this.session = session;
        this.views = views;
        this.writes = new StoredTableWrites(name -> path(name).isPresent());
    }

    @Override
    public LogicalPlan apply(LogicalPlan plan) {
        if (plan.analyzed()) {
            return plan;
        }
        writes.check(plan);
        return command(mayRead(plan) ? reads(plan) : plan);
    }

    private LogicalPlan command(LogicalPlan plan) {
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

    private static boolean mayRead(TreeNode<?> node) {
        return node.containsPattern(TreePattern.RELATION_TIME_TRAVEL())
                || node.containsPattern(TreePattern.UNRESOLVED_RELATION())
                || node.containsPattern(TreePattern.UNRESOLVED_TABLE_VALUED_FUNCTION());
    }

    private LogicalPlan reads(LogicalPlan plan) {
        if (!mayRead(plan)) {
            return plan;
        }
        if (plan instanceof RelationTimeTravel travel
                && travel.relation() instanceof UnresolvedRelation relation) {
            return path(relation.multipartIdentifier())
                    .<LogicalPlan>map(path -> travelled(travel, relation, path))
                    .orElse(plan);
        }
        // The wrapper is for sources that Spark itself resolves.
        LogicalPlan read = plan instanceof NamedStreamingRelation named ? named.child() : plan;
        if (read instanceof UnresolvedRelation relation) {
            return relation(relation).orElse(plan);
        }
        if (read instanceof UnresolvedTableValuedFunction call) {
            return changes(call).orElse(plan);
        }
        return plan.mapChildren(Functions.of(this::reads))
                .mapExpressions(Functions.of(this::subqueries));
    }

    private Expression subqueries(Expression expression) {
        if (!expression.containsPattern(TreePattern.PLAN_EXPRESSION())) {
            return expression;
        }
        Expression result = expression.mapChildren(Functions.of(this::subqueries));
        return result instanceof SubqueryExpression subquery
                ? subquery.withNewPlan(reads(subquery.plan()))
                : result;
    }

    /** A stream, or a read of changes; all others Spark makes of the view. */
    private Optional<LogicalPlan> relation(UnresolvedRelation relation) {
        Map<String, String> options = relation.options().asCaseSensitiveMap();
        boolean streaming = relation.isStreaming();
        if (!streaming && !StoredTable.isGiven(options, "readChangeFeed")) {
            return Optional.empty();
        }
        List<String> name = ScalaInterop.list(relation.multipartIdentifier());
        Optional<StoredTable> table = table(name);
        if (table.isPresent() && streaming && !StoredTable.mayStream(options)) {
            String written = String.join(".", name);
            throw StatementErrors.raise(
                    StoredTable.REWRITTEN.name(),
                    StoredTable.REWRITTEN.sqlState(),
                    StoredTable.rewritten(written),
                    StoredTable.insteadOfStream(written));
        }
        return table.map(found -> named(name, read(found, streaming, options)));
    }

    /** Only a name that stands there is looked up: the others are left to Delta. */
    private Optional<LogicalPlan> changes(UnresolvedTableValuedFunction call) {
        boolean ours =
                call.name().size() == 1
                        && call.name().head().equalsIgnoreCase(ChangeArguments.FUNCTION)
                        && call.functionArgs().nonEmpty()
                        && call.functionArgs().head() instanceof Literal literal
                        && literal.dataType() instanceof StringType
                        && literal.value() != null;
        if (!ours) {
            return Optional.empty();
        }
        Optional<StoredTable> table =
                parsed(((Literal) call.functionArgs().head()).value().toString())
                        .flatMap(this::table);
        return table.map(found -> changes(call, found));
    }

    private LogicalPlan changes(UnresolvedTableValuedFunction call, StoredTable table) {
        org.apache.spark.sql.classic.SparkSession classic = Sessions.classic(session);
        try {
            ChangeArguments arguments =
                    ChangeArguments.of(
                            classic,
                            FunctionArguments.evaluate(
                                    classic, ChangeArguments.FUNCTION, call.functionArgs()),
                            call.isStreaming());
            return named(
                    List.of(ChangeArguments.FUNCTION),
                    read(table, call.isStreaming(), arguments.options()));
        } catch (TableFunctionException e) {
            throw StatementErrors.<RuntimeException>raise(
                    StatementErrors.of(
                            new StatementException(e.condition(), INVALID, e.getMessage(), e)));
        }
    }

    private Optional<List<String>> parsed(String name) {
        try {
            return Optional.of(
                    ScalaInterop.list(
                            Sessions.classic(session)
                                    .sessionState()
                                    .sqlParser()
                                    .parseMultipartIdentifier(name)));
        } catch (ParseException e) {
            return Optional.empty();
        }
    }

    private LogicalPlan read(StoredTable table, boolean streaming, Map<String, String> options) {
        return table.read(Sessions.classic(session), streaming, options);
    }

    private LogicalPlan travelled(
            RelationTimeTravel travel, UnresolvedRelation relation, String path) {
        Map<String, String> options = new HashMap<>();
        ScalaInterop.optional(travel.version())
                .ifPresent(version -> options.put("versionAsOf", version));
        ScalaInterop.optional(travel.timestamp())
                .ifPresent(time -> options.put("timestampAsOf", text(time)));
        Dataset<Row> seen = (Dataset<Row>) views.at(session, path, options);
        return named(ScalaInterop.list(relation.multipartIdentifier()), seen.logicalPlan());
    }

    private static LogicalPlan named(List<String> name, LogicalPlan plan) {
        int last = name.size() - 1;
        return new SubqueryAlias(
                new AliasIdentifier(name.get(last), ScalaInterop.seq(name.subList(0, last))), plan);
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
        return path(ScalaInterop.list(name));
    }

    private Optional<String> path(List<String> name) {
        return CatalogTables.viewProperty(session, meant(name), views.pathProperty());
    }

    private Optional<StoredTable> table(List<String> name) {
        return StoredTable.find(Sessions.classic(session), views, meant(name));
    }

    /** In the text of a view names belong where the view was made. */
    private static List<String> meant(List<String> name) {
        List<String> place = ScalaInterop.list(AnalysisContext.get().catalogAndNamespace());
        if (place.isEmpty() || name.size() > 2) {
            return name;
        }
        List<String> full = new ArrayList<>(name.size() == 1 ? place : place.subList(0, 1));
        full.addAll(name);
        return full;
    }
}
