/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.ConditionalExpression;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.codegen.Block;
import org.apache.spark.sql.catalyst.expressions.codegen.CodeBlock;
import org.apache.spark.sql.catalyst.expressions.codegen.CodegenContext;
import org.apache.spark.sql.catalyst.expressions.codegen.ExprCode;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/**
 * Holds a row against all rules and counts in a {@link RuleTally}. A rule is met when it is true;
 * one that raises an error is broken, and the error goes no further.
 *
 * <p>It counts as a conditional expression, for Spark evaluates what several expressions share
 * ahead of them, where an error would not be caught. And it is not deterministic, so that it is
 * evaluated once for each row, where it stands; its last child keeps the optimizer from evaluating
 * it over rows that are written in the query.
 */
public final class RowJudge extends Expression implements ConditionalExpression, Serializable {

    private static final long serialVersionUID = 1L;

    private static final int APPLIES = 0;
    private static final int SAMPLE = 1;
    private static final int RULES = 2;

    private final Seq<Expression> children;
    private final RuleTally tally;
    private final boolean verdicts;

    /**
     * @param children whether the row is judged at all; the row as a struct; the rules; one that
     *     cannot be evaluated
     * @param verdicts whether the result is {@link RuleTally#verdict} instead of whether the row
     *     stays
     */
    public RowJudge(Seq<Expression> children, RuleTally tally, boolean verdicts) {
        this.children = children;
        this.tally = tally;
        this.verdicts = verdicts;
    }

    @Override
    public Seq<Expression> children() {
        return children;
    }

    @Override
    public boolean deterministic() {
        return false;
    }

    @Override
    public boolean foldable() {
        return false;
    }

    @Override
    public boolean nullable() {
        return verdicts;
    }

    @Override
    public DataType dataType() {
        return verdicts ? DataTypes.StringType : DataTypes.BooleanType;
    }

    @Override
    public Seq<Expression> alwaysEvaluatedInputs() {
        return ScalaInterop.seq(List.of());
    }

    @Override
    public ConditionalExpression withNewAlwaysEvaluatedInputs(Seq<Expression> none) {
        return this;
    }

    @Override
    public Seq<Seq<Expression>> branchGroups() {
        return ScalaInterop.seq(List.of());
    }

    @Override
    public Expression withNewChildrenInternal(IndexedSeq<Expression> changed) {
        return new RowJudge(changed, tally, verdicts);
    }

    @Override
    public Object eval(InternalRow row) {
        if (!Boolean.TRUE.equals(children.apply(APPLIES).eval(row))) {
            return verdicts ? null : Boolean.TRUE;
        }
        tally.begin();
        for (int i = RULES; i < children.size() - 1; i++) {
            try {
                if (!Boolean.TRUE.equals(children.apply(i).eval(row))) {
                    tally.broke(i - RULES);
                }
            } catch (Exception e) {
                // Part of what is judged: counted, and told with the rule.
                tally.raised(i - RULES, e);
            }
        }
        if (tally.wantsSample()) {
            tally.sample((InternalRow) children.apply(SAMPLE).eval(row));
        }
        return verdicts ? tally.verdict() : (Object) tally.keeps();
    }

    @Override
    public ExprCode doGenCode(CodegenContext context, ExprCode result) {
        String counts = context.addReferenceObj("tally", tally, RuleTally.class.getName());
        StringBuilder code = new StringBuilder();
        ExprCode applies = children.apply(APPLIES).genCode(context);
        code.append(applies.code());
        if (verdicts) {
            code.append("UTF8String %s = null;\n".formatted(result.value()));
        } else {
            code.append("boolean %s = true;\n".formatted(result.value()));
        }
        code.append("if (!%s && %s) {\n".formatted(applies.isNull(), applies.value()));
        code.append(counts).append(".begin();\n");
        for (int i = RULES; i < children.size() - 1; i++) {
            ExprCode rule = children.apply(i).genCode(context);
            int number = i - RULES;
            String error = context.freshName("error");
            code.append("try {\n").append(rule.code());
            code.append(
                    "if (%s || !%s) { %s.broke(%d); }\n"
                            .formatted(rule.isNull(), rule.value(), counts, number));
            code.append(
                    "} catch (Exception %s) { %s.raised(%d, %s); }\n"
                            .formatted(error, counts, number, error));
        }
        ExprCode sample = children.apply(SAMPLE).genCode(context);
        code.append("if (%s.wantsSample()) {\n".formatted(counts)).append(sample.code());
        code.append("%s.sample(%s);\n}\n".formatted(counts, sample.value()));
        code.append(
                "%s = %s.%s();\n}\n"
                        .formatted(result.value(), counts, verdicts ? "verdict" : "keeps"));
        code.append(
                "boolean %s = %s;\n"
                        .formatted(
                                result.isNull(), verdicts ? result.value() + " == null" : "false"));
        return result.copy(block(code.toString()), result.isNull(), result.value());
    }

    private static Block block(String code) {
        return new CodeBlock(ScalaInterop.seq(List.of(code)), ScalaInterop.seq(new ArrayList<>()));
    }

    @Override
    public int productArity() {
        return 3;
    }

    @Override
    public Object productElement(int index) {
        return switch (index) {
            case 0 -> children;
            case 1 -> tally;
            case 2 -> verdicts;
            default -> throw new IndexOutOfBoundsException(index);
        };
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof RowJudge;
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(tally);
    }

    @Override
    public String toString() {
        return "judge(" + children.size() + " expressions)";
    }
}
