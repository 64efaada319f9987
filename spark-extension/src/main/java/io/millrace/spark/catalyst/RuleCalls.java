/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.compiler.graph.DatasetExpectation;
import io.millrace.compiler.graph.ExpectationKind;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.analysis.UnresolvedAttribute;
import org.apache.spark.sql.catalyst.analysis.UnresolvedFunction;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.classic.SparkSession;
import scala.Option;

/**
 * What the conditions of rules call. A rule decides which rows there are as the query does, so the
 * same row must not be judged by another function, or at another time, without being judged again.
 */
final class RuleCalls {

    /** Calls that may be written without brackets. */
    private static final Set<String> CURRENT =
            Set.of(
                    "current_catalog",
                    "current_date",
                    "current_time",
                    "current_timestamp",
                    "current_user",
                    "session_user",
                    "user");

    private final SparkSession session;
    private final Set<List<String>> functions = new LinkedHashSet<>();
    private boolean repeatable = true;

    private RuleCalls(SparkSession session) {
        this.session = session;
    }

    /** A condition that cannot be parsed calls nothing here: whoever judges rows refuses it. */
    static RuleCalls of(SparkSession session, Collection<DatasetExpectation> rules) {
        RuleCalls calls = new RuleCalls(session);
        rules.stream()
                .filter(rule -> rule.kind() == ExpectationKind.ROW)
                .forEach(rule -> calls.visitCondition(rule.condition().text()));
        return calls;
    }

    /** The functions, as they are written. */
    Set<List<String>> functions() {
        return functions;
    }

    /** Whether a row is always judged the same. */
    boolean repeatable() {
        return repeatable;
    }

    private void visitCondition(String condition) {
        Expression parsed;
        try {
            parsed = session.sessionState().sqlParser().parseExpression(condition);
        } catch (ParseException e) {
            return;
        }
        visit(parsed);
    }

    private void visit(Expression expression) {
        if (expression instanceof UnresolvedFunction call) {
            List<String> name = List.copyOf(ScalaInterop.list(call.nameParts()));
            functions.add(name);
            repeatable = repeatable && (name.size() > 1 || isRepeatable(call, name.get(0)));
        }
        boolean current =
                expression.containsPattern(TreePattern.CURRENT_LIKE())
                        || (expression instanceof UnresolvedAttribute attribute
                                && CURRENT.contains(attribute.name().toLowerCase(Locale.ROOT)));
        repeatable = repeatable && !current && expression.deterministic();
        ScalaInterop.list(expression.children()).forEach(this::visit);
    }

    private boolean isRepeatable(UnresolvedFunction call, String name) {
        FunctionIdentifier id =
                new FunctionIdentifier(name, Option.apply("builtin"), Option.apply("system"));
        if (!session.sessionState().catalog().isBuiltinFunction(name)) {
            return true;
        }
        try {
            Expression built =
                    session.sessionState().functionRegistry().lookupFunction(id, call.arguments());
            return built.deterministic() && !built.containsPattern(TreePattern.CURRENT_LIKE());
        } catch (AnalysisException | RuntimeException e) {
            // Arguments whose types must be known first: no function of the time or of chance.
            return true;
        }
    }
}
