/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.statement;

import io.millrace.spark.catalyst.ScalaInterop;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeSet;
import org.apache.spark.sql.catalyst.plans.logical.Command;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Statistics;
import org.apache.spark.sql.catalyst.plans.logical.Statistics$;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.execution.command.LeafRunnableCommand;
import org.apache.spark.sql.execution.metric.SQLMetric;
import scala.Enumeration;
import scala.Function1;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;

/** A statement of ours as a node of a plan: Spark runs it at once and hands its rows on. */
public final class StatementCommand extends LogicalPlan implements LeafRunnableCommand {

    private static final long serialVersionUID = 1L;

    private final transient SessionStatement statement;
    private final Seq<Attribute> columns;
    private Seq<Enumeration.Value> patterns;

    /**
     * Spark copies nodes by this constructor; a copy has the same columns.
     *
     * @param columns the statement's, as attributes
     */
    public StatementCommand(SessionStatement statement, Seq<Attribute> columns) {
        this.statement = statement;
        this.columns = columns;
        Command.$init$(this);
    }

    public static StatementCommand of(SessionStatement statement) {
        List<Attribute> columns =
                List.copyOf(ScalaInterop.list(DataTypeUtils.toAttributes(statement.schema())));
        return new StatementCommand(statement, ScalaInterop.seq(columns));
    }

    @Override
    public Seq<Row> run(SparkSession session) {
        try {
            return ScalaInterop.seq(statement.run(session));
        } catch (StatementException e) {
            throw StatementErrors.<RuntimeException>raise(StatementErrors.of(e));
        }
    }

    @Override
    public Seq<Attribute> output() {
        return columns;
    }

    @Override
    public AttributeSet producedAttributes() {
        return outputSet();
    }

    @Override
    public Statistics stats() {
        return Statistics$.MODULE$.DUMMY();
    }

    @Override
    public String nodeName() {
        return statement.name();
    }

    @Override
    public Seq<LogicalPlan> children() {
        return ScalaInterop.seq(List.of());
    }

    @Override
    public LogicalPlan mapChildren(Function1<LogicalPlan, LogicalPlan> change) {
        return this;
    }

    @Override
    public LogicalPlan withNewChildrenInternal(IndexedSeq<LogicalPlan> children) {
        return this;
    }

    @Override
    public scala.collection.immutable.Map<String, SQLMetric> metrics() {
        return ScalaInterop.map(Map.of());
    }

    @Override
    public Seq<Enumeration.Value> nodePatterns() {
        return patterns;
    }

    /** Called by {@code Command.$init$}, as Scala's constructors do. */
    @Override
    public void org$apache$spark$sql$catalyst$plans$logical$Command$_setter_$nodePatterns_$eq(
            Seq<Enumeration.Value> values) {
        patterns = values;
    }

    @Override
    public int productArity() {
        return 2;
    }

    @Override
    public Object productElement(int index) {
        return index == 0 ? statement : columns;
    }

    @Override
    public boolean canEqual(Object other) {
        return other instanceof StatementCommand;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StatementCommand command
                && statement == command.statement
                && columns.equals(command.columns);
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(statement);
    }
}
