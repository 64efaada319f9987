/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

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

/** A pipeline over a table {@code src} in a schema of its own, with folders for its sinks. */
final class SinkPipeline {

    private final SparkSession session = SharedSparkSession.get();
    private final String schema = "s" + UUID.randomUUID().toString().replace("-", "");
    private final Path folder;
    private final List<String> warnings = new CopyOnWriteArrayList<>();
    private String sql = "";

    SinkPipeline(Path folder) {
        this.folder = folder;
        session.sql("CREATE SCHEMA " + schema);
        session.sql("CREATE TABLE %s.src (id INT, name STRING) USING delta".formatted(schema));
    }

    /** Replaces the source files. {@code $} stands for the schema, {@code @} for the folder. */
    SinkPipeline define(String text) {
        sql = text.replace("$", schema).replace("@", folder.toString());
        return this;
    }

    SinkPipeline feed(String values) {
        session.sql("INSERT INTO %s.src VALUES %s".formatted(schema, values));
        return this;
    }

    Path storage() {
        return folder.resolve("storage");
    }

    List<FlowResult> run() {
        return run(UpdateRequest.refreshAll());
    }

    List<FlowResult> run(UpdateRequest request) {
        UpdateResult result = update(request);
        assertThat(result.flows())
                .allSatisfy(flow -> assertThat(flow.error()).as(flow.name()).isEmpty());
        assertThat(result.status()).isEqualTo(UpdateStatus.COMPLETED);
        return result.flows();
    }

    UpdateResult update(UpdateRequest request) {
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

    UpdatePlan plan(UpdateRequest request) {
        return new PipelineRunner().plan(session, graph(), location(), request);
    }

    private PipelineLocation location() {
        return new PipelineLocation(
                PipelineSession.hadoopUri(storage()), SharedSparkSession.warehouse());
    }

    private FlowGraph graph() {
        CompileOptions options =
                new CompileOptions("sinks", "spark_catalog", schema, Map.of(), Map.of());
        CompileResult compiled =
                PipelineCompiler.compile(List.of(SourceFile.of("pipeline.sql", sql)), options);
        assertThat(compiled.diagnostics()).filteredOn(diagnostic -> diagnostic.isError()).isEmpty();
        return compiled.graph().orElseThrow();
    }

    /** What the last update has warned of. */
    List<String> warnings() {
        return warnings;
    }

    static UpdateRequest fullRefresh(String... names) {
        return new UpdateRequest(List.of(), List.of(names), false, List.of(), false, 4, 0);
    }

    /** The rows of a query in their order, values joined by commas; {@code @} is the folder. */
    List<String> query(String text) {
        List<String> rows = new ArrayList<>();
        for (Row row :
                session.sql(text.replace("$", schema).replace("@", folder.toString()))
                        .collectAsList()) {
            rows.add(row.mkString(","));
        }
        return rows;
    }
}
