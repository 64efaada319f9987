/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.statement;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.catalyst.statement.StatementSource.Arguments;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.TableIdentifier;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.parser.ParameterContext;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.catalyst.parser.ParserInterface;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import scala.collection.immutable.Seq;

/**
 * The parser of a session with our statements: takes a text that is ours, and hands every other one
 * on as it is. Errors of ours are final: such a text is never tried with Spark's grammar.
 */
public final class StatementParser implements ParserInterface {

    private final SparkSession session;
    private final ParserInterface delegate;
    private final StatementSource statements;
    private final DelegateParameters parameters;

    public StatementParser(
            SparkSession session, ParserInterface delegate, StatementSource statements) {
        this.session = requireNonNull(session, "session");
        this.delegate = requireNonNull(delegate, "delegate");
        this.statements = requireNonNull(statements, "statements");
        this.parameters = new DelegateParameters(delegate);
    }

    /** The parser that gets what is not ours. */
    public ParserInterface delegate() {
        return delegate;
    }

    @Override
    public LogicalPlan parsePlan(String text) throws ParseException {
        Optional<LogicalPlan> ours = ours(text, Arguments.NONE);
        return ours.isPresent() ? ours.get() : delegate.parsePlan(text);
    }

    @Override
    public LogicalPlan parsePlanWithParameters(String text, ParameterContext context)
            throws ParseException {
        Optional<LogicalPlan> ours = ours(text, ParameterLiterals.of(context));
        return ours.isPresent() ? ours.get() : parameters.parse(text, context);
    }

    private Optional<LogicalPlan> ours(String text, Arguments arguments) {
        try {
            return statements.find(session, text, arguments).map(StatementCommand::of);
        } catch (StatementException e) {
            throw StatementErrors.<RuntimeException>raise(StatementErrors.of(e));
        }
    }

    @Override
    public LogicalPlan parseQuery(String text) throws ParseException {
        return delegate.parseQuery(text);
    }

    @Override
    public Expression parseExpression(String text) throws ParseException {
        return delegate.parseExpression(text);
    }

    @Override
    public TableIdentifier parseTableIdentifier(String text) throws ParseException {
        return delegate.parseTableIdentifier(text);
    }

    @Override
    public FunctionIdentifier parseFunctionIdentifier(String text) throws ParseException {
        return delegate.parseFunctionIdentifier(text);
    }

    @Override
    public Seq<String> parseMultipartIdentifier(String text) throws ParseException {
        return delegate.parseMultipartIdentifier(text);
    }

    @Override
    public StructType parseRoutineParam(String text) throws ParseException {
        return delegate.parseRoutineParam(text);
    }

    @Override
    public StructType parseTableSchema(String text) throws ParseException {
        return delegate.parseTableSchema(text);
    }

    @Override
    public DataType parseDataType(String text) throws ParseException {
        return delegate.parseDataType(text);
    }
}
