/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.CompileResult;
import io.millrace.compiler.PipelineCompiler;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.source.SourceFile;
import io.millrace.spark.FlowResult;
import io.millrace.spark.PipelineLocation;
import io.millrace.spark.PipelineRunner;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.plan.UpdatePlan;
import io.millrace.spark.session.PipelineSession;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** A pipeline given as SQL, in a schema of its own: what a user would write and see. */
public final class SqlPipeline {

    private final SparkSession session = SharedSparkSession.get();
    private final String schema = "c" + UUID.randomUUID().toString().replace("-", "");
    private final Path storage;
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private String sql = "";
    private String feed = "";

    public SqlPipeline(Path storage) {
        this.storage = storage;
        session.sql("CREATE SCHEMA " + schema);
    }

    public String schema() {
        return schema;
    }

    /** Replaces the source files. {@code $} stands for the schema. */
    public SqlPipeline define(String text) {
        sql = named(text);
        return this;
    }

    /** Makes the table that the flows read. */
    public SqlPipeline source(String name, String columns) {
        feed = name;
        session.sql("CREATE TABLE %s.%s (%s) USING delta".formatted(schema, name, columns));
        return this;
    }

    /** Appends rows to the source and runs an update that must complete. */
    public List<FlowResult> feed(String values) {
        append(values);
        return run();
    }

    public void append(String values) {
        session.sql("INSERT INTO %s.%s VALUES %s".formatted(schema, feed, values));
    }

    public List<FlowResult> run() {
        return complete(UpdateRequest.refreshAll());
    }

    public List<FlowResult> complete(UpdateRequest request) {
        UpdateResult result = update(request);
        assertThat(result.flows())
                .allSatisfy(flow -> assertThat(flow.error()).as(flow.name()).isEmpty());
        assertThat(result.status()).isEqualTo(UpdateStatus.COMPLETED);
        return result.flows();
    }

    /** What the last update told the user to read. */
    public List<String> warnings() {
        return warnings;
    }

    public UpdateResult update(UpdateRequest request) {
        warnings.clear();
        return new PipelineRunner()
                .run(
                        session,
                        graph(),
                        location(),
                        request,
                        new UpdateListener() {
                            @Override
                            public void warning(String message) {
                                warnings.add(message);
                            }
                        });
    }

    public UpdatePlan plan(UpdateRequest request) {
        return new PipelineRunner().plan(session, graph(), location(), request);
    }

    private PipelineLocation location() {
        return new PipelineLocation(
                PipelineSession.hadoopUri(storage), SharedSparkSession.warehouse());
    }

    private FlowGraph graph() {
        CompileOptions options =
                new CompileOptions("cdc", "spark_catalog", schema, Map.of(), Map.of());
        CompileResult compiled =
                PipelineCompiler.compile(List.of(SourceFile.of("pipeline.sql", sql)), options);
        assertThat(compiled.diagnostics()).filteredOn(diagnostic -> diagnostic.isError()).isEmpty();
        return compiled.graph().orElseThrow();
    }

    /** The rows of a query in their order, values joined by commas. */
    public List<String> query(String text) {
        List<String> rows = new ArrayList<>();
        for (Row row : session.sql(named(text)).collectAsList()) {
            rows.add(row.mkString(","));
        }
        return rows;
    }

    /** With the name of the schema for each single dollar sign; two are the quotes of a text. */
    private String named(String text) {
        return text.replaceAll("(?<![$])[$](?![$])", schema);
    }
}
