/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.statement;

import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.Literal$;
import org.apache.spark.sql.catalyst.parser.HybridParameterContext;
import org.apache.spark.sql.catalyst.parser.NamedParameterContext;
import org.apache.spark.sql.catalyst.parser.ParameterContext;
import org.apache.spark.sql.catalyst.parser.ParameterHandler$;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.parser.PositionMapper;
import org.apache.spark.sql.catalyst.parser.PositionalParameterContext;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.trees.CurrentOrigin$;
import org.apache.spark.sql.catalyst.trees.Origin;
import org.apache.spark.sql.catalyst.trees.TreePattern;
import org.apache.spark.sql.internal.SQLConf$;
import org.apache.spark.sql.internal.VariableSubstitution;
import scala.Option;
import scala.Tuple2;

/**
 * Hands texts with parameters to the next parser. Delta's parser knows nothing of parameters and
 * loses their values: for such a parser they are put into the text first, in the way of Spark's own
 * parser.
 */
final class DelegateParameters {

    private static final String PROBE = "SELECT :millrace_probe";

    private final ParserInterface delegate;
    private volatile Boolean loses;

    DelegateParameters(ParserInterface delegate) {
        this.delegate = delegate;
    }

    LogicalPlan parse(String text, ParameterContext context) throws ParseException {
        boolean bound =
                hasValues(context)
                        && !SQLConf$.MODULE$.get().legacyParameterSubstitutionConstantsOnly();
        if (!bound || !losesValues()) {
            return delegate.parsePlanWithParameters(text, context);
        }
        String substituted = new VariableSubstitution().substitute(text);
        Tuple2<String, PositionMapper> bind = bind(substituted, context);
        if (bind == null) {
            return delegate.parsePlanWithParameters(text, context);
        }
        Origin before = CurrentOrigin$.MODULE$.get();
        CurrentOrigin$.MODULE$.set(origin(before, bind));
        try {
            return delegate.parsePlan(bind._1());
        } finally {
            CurrentOrigin$.MODULE$.set(before);
        }
    }

    /** Null when the text is none of Spark's, such as a command of Delta's. */
    private static Tuple2<String, PositionMapper> bind(String text, ParameterContext context) {
        try {
            return ParameterHandler$.MODULE$.substituteParameters(text, context);
        } catch (Exception e) {
            if (e instanceof ParseException) {
                return null;
            }
            throw e;
        }
    }

    /** Errors show the text as it was before the values came into it. */
    private static Origin origin(Origin before, Tuple2<String, PositionMapper> bind) {
        return before.copy(
                before.line(),
                before.startPosition(),
                Option.apply(0),
                Option.apply(bind._1().length() - 1),
                Option.apply(bind._1()),
                before.objectType(),
                before.objectName(),
                before.stackTrace(),
                before.pysparkErrorContext(),
                Option.apply(bind._2()));
    }

    private static boolean hasValues(ParameterContext context) {
        if (context instanceof NamedParameterContext named) {
            return named.params().nonEmpty();
        }
        if (context instanceof PositionalParameterContext positional) {
            return positional.params().nonEmpty();
        }
        return context instanceof HybridParameterContext hybrid && hybrid.args().nonEmpty();
    }

    private boolean losesValues() throws ParseException {
        Boolean known = loses;
        if (known == null) {
            scala.collection.immutable.Map<String, Expression> value =
                    io.millrace.spark.catalyst.ScalaInterop.map(
                            java.util.Map.of(
                                    "millrace_probe", (Expression) Literal$.MODULE$.apply(1)));
            known =
                    delegate.parsePlanWithParameters(PROBE, new NamedParameterContext(value))
                            .containsPattern(TreePattern.PARAMETER());
            loses = known;
        }
        return known;
    }
}
