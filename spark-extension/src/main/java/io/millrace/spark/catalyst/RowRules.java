/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.compiler.graph.SqlText;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.catalyst.AliasIdentifier;
import org.apache.spark.sql.catalyst.expressions.Alias;
import org.apache.spark.sql.catalyst.expressions.Ascending$;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.CreateNamedStruct;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal$;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.NamedExpression$;
import org.apache.spark.sql.catalyst.expressions.SortOrder$;
import org.apache.spark.sql.catalyst.optimizer.CollapseProject$;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.plans.logical.SubqueryAlias;
import org.apache.spark.sql.classic.Dataset$;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/** Puts rules over the rows of a data set, in the same pass in which the rows are read. */
public final class RowRules {

    private static final String INTERNAL = "__mr_";

    private final String dataset;
    private final List<Rule> rules;
    private final Optional<String> applies;

    /** A rule's name and its condition. */
    public record Rule(String name, SqlText condition) {}

    /**
     * @param dataset the name that conditions may put before a column
     * @param applies which rows are judged, over the same columns; the others stay
     */
    public RowRules(String dataset, List<Rule> rules, Optional<String> applies) {
        this.dataset = dataset;
        this.rules = List.copyOf(rules);
        this.applies = applies;
    }

    /**
     * The rows that stay.
     *
     * @param rows the columns that the rules see
     * @throws QueryException when a rule cannot be evaluated over these columns
     */
    public Dataset<Row> keep(Dataset<Row> rows, RuleTally tally) {
        LogicalPlan seen = named(rows);
        return of(rows, new Filter(judge(rows, seen, tally, false), seen));
    }

    /**
     * All rows, with {@link RuleTally#verdict} in one more column.
     *
     * @throws QueryException when a rule cannot be evaluated over these columns
     */
    public Dataset<Row> judge(Dataset<Row> rows, RuleTally tally, String column) {
        LogicalPlan seen = named(rows);
        List<NamedExpression> columns = new ArrayList<>();
        ScalaInterop.list(seen.output()).forEach(columns::add);
        columns.add(alias(judge(rows, seen, tally, true), column));
        return of(rows, new Project(ScalaInterop.seq(columns), seen));
    }

    /**
     * Only looks whether the rules can be evaluated.
     *
     * @throws QueryException when a rule cannot be evaluated over these columns
     */
    public void check(Dataset<Row> rows) {
        LogicalPlan seen = named(rows);
        rules.forEach(rule -> condition(rows, seen, rule));
    }

    private LogicalPlan named(Dataset<Row> rows) {
        return new SubqueryAlias(
                new AliasIdentifier(dataset),
                ((org.apache.spark.sql.classic.Dataset<Row>) rows).queryExecution().analyzed());
    }

    private Expression judge(
            Dataset<Row> rows, LogicalPlan seen, RuleTally tally, boolean verdicts) {
        List<Expression> children = new ArrayList<>();
        children.add(
                applies.map(sql -> expression(rows, seen, sql))
                        .orElseGet(() -> Literal$.MODULE$.apply(true)));
        children.add(row(seen));
        rules.forEach(rule -> children.add(condition(rows, seen, rule)));
        children.add(
                SortOrder$.MODULE$.apply(
                        Literal$.MODULE$.apply(true),
                        Ascending$.MODULE$,
                        ScalaInterop.seq(List.of())));
        return new RowJudge(ScalaInterop.seq(children), tally, verdicts);
    }

    /** The columns that a row is shown with: without the engine's own. */
    public static StructType shown(StructType columns) {
        return new StructType(
                Arrays.stream(columns.fields())
                        .filter(field -> isShown(field.name()))
                        .toArray(StructField[]::new));
    }

    private static boolean isShown(String column) {
        return !column.startsWith(INTERNAL);
    }

    private static Expression row(LogicalPlan seen) {
        List<Expression> parts = new ArrayList<>();
        for (Attribute column : ScalaInterop.list(seen.output())) {
            if (isShown(column.name())) {
                parts.add(Literal$.MODULE$.apply(column.name()));
                parts.add(column);
            }
        }
        return new CreateNamedStruct(ScalaInterop.seq(parts));
    }

    private Expression condition(Dataset<Row> rows, LogicalPlan seen, Rule rule) {
        Expression condition;
        try {
            condition = expression(rows, seen, rule.condition().text());
        } catch (Exception e) {
            // Scala does not declare what it throws.
            throw SqlErrors.translate(e, rule.condition(), List.of());
        }
        if (!condition.dataType().equals(DataTypes.BooleanType)) {
            throw invalid(
                    rule,
                    "its condition is of type %s".formatted(condition.dataType().sql()),
                    "write a comparison, such as `%s IS NOT NULL`"
                            .formatted(rule.condition().text().strip()));
        }
        return condition;
    }

    private Expression expression(Dataset<Row> rows, LogicalPlan seen, String sql) {
        org.apache.spark.sql.classic.SparkSession session = session(rows);
        Expression parsed;
        try {
            parsed = session.sessionState().sqlParser().parseExpression(sql);
        } catch (org.apache.spark.sql.catalyst.parser.ParseException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        LogicalPlan plan = new Project(ScalaInterop.seq(List.of(alias(parsed, "rule"))), seen);
        LogicalPlan analyzed =
                withoutFunctionBodies(TextPaths.analyze(session, plan).queryExecution().analyzed());
        if (!(analyzed instanceof Project project)
                || !(project.child() instanceof SubqueryAlias)
                || !(project.projectList().apply(0) instanceof Alias result)) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_EXPECTATION_INVALID,
                    "an expectation of `%s` is not about one row: it, or a function that it calls, reads others"
                            .formatted(dataset));
        }
        return result.child();
    }

    /** A function in SQL is analyzed into a projection below, which has its arguments. */
    private static LogicalPlan withoutFunctionBodies(LogicalPlan analyzed) {
        boolean below = analyzed instanceof Project project && project.child() instanceof Project;
        return below ? CollapseProject$.MODULE$.apply(analyzed) : analyzed;
    }

    private QueryException invalid(Rule rule, String why, String hint) {
        return new QueryException(
                RunErrorCode.MILLRACE_EXPECTATION_INVALID,
                "expectation `%s` of `%s` is no test: %s".formatted(rule.name(), dataset, why),
                hint);
    }

    private static Alias alias(Expression expression, String name) {
        return new Alias(
                expression,
                name,
                NamedExpression$.MODULE$.newExprId(),
                ScalaInterop.seq(List.of()),
                Option.empty(),
                ScalaInterop.seq(List.of()));
    }

    private static Dataset<Row> of(Dataset<Row> rows, LogicalPlan plan) {
        return Dataset$.MODULE$.ofRows(session(rows), plan);
    }

    private static org.apache.spark.sql.classic.SparkSession session(Dataset<Row> rows) {
        return ((org.apache.spark.sql.classic.Dataset<Row>) rows).sparkSession();
    }
}
