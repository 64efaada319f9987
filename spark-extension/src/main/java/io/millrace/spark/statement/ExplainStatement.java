/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.diagnostic.DiagnosticRenderer;
import io.millrace.spark.PipelineRunner;
import io.millrace.spark.catalyst.statement.SessionStatement;
import io.millrace.spark.plan.DatasetPlan;
import io.millrace.spark.plan.FlowPlan;
import io.millrace.spark.plan.SourcePlan;
import io.millrace.spark.plan.UpdatePlan;
import io.millrace.spark.problem.RunProblems;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** {@code EXPLAIN CREATE MATERIALIZED VIEW}: what the statement would do, without doing it. */
final class ExplainStatement implements SessionStatement {

    private static final StructType SCHEMA = StructType.fromDDL("plan STRING");

    private final SessionText definition;

    ExplainStatement(SessionText definition) {
        this.definition = requireNonNull(definition, "definition");
    }

    @Override
    public String name() {
        return "ExplainDefinition";
    }

    @Override
    public StructType schema() {
        return SCHEMA;
    }

    @Override
    public List<Row> run(SparkSession session) {
        DefinitionStatement.Prepared prepared =
                new DefinitionStatement(definition).prepare(session);
        UpdateRun update = prepared.update().orElseThrow();
        UpdatePlan plan =
                new PipelineRunner()
                        .plan(session, update.graph(), update.location(), update.request());
        RunProblems problems = new RunProblems(update.sources(), DiagnosticRenderer.plain());
        List<String> lines = new ArrayList<>();
        plan.errors().forEach(error -> lines.add(problems.render(error)));
        plan.datasets().stream().filter(DatasetPlan::refreshed).forEach(d -> add(d, lines));
        plan.refusals().forEach(refusal -> lines.add(problems.render(refusal)));
        plan.failures().forEach(failure -> lines.add(problems.render(failure)));
        lines.addAll(plan.warnings());
        lines.addAll(prepared.notes());
        return lines.stream().map(line -> RowFactory.create(line)).toList();
    }

    private static void add(DatasetPlan dataset, List<String> lines) {
        lines.add(
                "%s %s: %s"
                        .formatted(
                                words(dataset.kind()),
                                dataset.name(),
                                words(dataset.change().name())));
        dataset.changes().forEach(change -> lines.add("  changed: " + change));
        for (FlowPlan flow : dataset.flows()) {
            lines.add(
                    "  flow %s: %s%s"
                            .formatted(
                                    flow.name(),
                                    words(flow.action().name()),
                                    flow.technique().map(name -> ", " + name).orElse("")));
            flow.reads().forEach(source -> lines.add("    " + read(source)));
            flow.notes().forEach(note -> lines.add("    " + note));
        }
    }

    private static String read(SourcePlan source) {
        StringBuilder line = new StringBuilder("reads ").append(source.name());
        source.versions().ifPresent(count -> line.append(", ").append(count).append(" versions"));
        source.files().ifPresent(count -> line.append(", ").append(count).append(" files"));
        source.bytes().ifPresent(count -> line.append(", ").append(count).append(" bytes"));
        return line.toString();
    }

    private static String words(String name) {
        return name.toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
