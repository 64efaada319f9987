/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.catalyst.statement.StatementParser;
import io.millrace.spark.catalyst.statement.StatementSource;
import io.millrace.spark.function.TableFunctions;
import java.util.function.Supplier;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.rules.Rule;
import scala.Function2;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;
import scala.runtime.BoxedUnit;

/** What Millrace adds to a session, in Spark's own terms. */
public abstract class SessionExtension
        extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {

    private final StoredTableViews views;
    private final StatementSource statements;
    private final TableFunctions functions;
    private final Supplier<Rule<LogicalPlan>> scanRule;

    /**
     * @param scanRule makes the rule that looks at the scans of an optimized query
     */
    protected SessionExtension(
            StoredTableViews views,
            StatementSource statements,
            TableFunctions functions,
            Supplier<Rule<LogicalPlan>> scanRule) {
        this.views = requireNonNull(views, "views");
        this.statements = requireNonNull(statements, "statements");
        this.functions = requireNonNull(functions, "functions");
        this.scanRule = requireNonNull(scanRule, "scanRule");
    }

    @Override
    public final BoxedUnit apply(SparkSessionExtensions extensions) {
        // These rules run before names are looked up: behind that, a view is an error already.
        extensions.injectHintResolutionRule(
                Functions.of(session -> new StoredTableRule(session, views)));
        extensions.injectHintResolutionRule(
                Functions.of(session -> new StreamedFunctionRule(functions)));
        extensions.injectPreCBORule(Functions.of(session -> scanRule.get()));
        extensions.injectPlannerStrategy(Functions.of(session -> new MetricReads.Strategy()));
        extensions.injectParser(parser());
        SessionFunctions.inject(extensions, functions.all());
        return BoxedUnit.UNIT;
    }

    private Function2<SparkSession, ParserInterface, ParserInterface> parser() {
        return new AbstractFunction2<>() {
            @Override
            public ParserInterface apply(SparkSession session, ParserInterface delegate) {
                return new StatementParser(session, delegate, statements);
            }
        };
    }
}
