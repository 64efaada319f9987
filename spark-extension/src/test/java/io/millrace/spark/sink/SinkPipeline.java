/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import io.millrace.spark.FlowResult;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.cdc.SqlPipeline;
import io.millrace.spark.plan.UpdatePlan;
import java.nio.file.Path;
import java.util.List;

/** A pipeline over a table {@code src} in a schema of its own, with folders for its sinks. */
final class SinkPipeline {

    private final SqlPipeline pipeline;
    private final Path folder;

    SinkPipeline(Path folder) {
        this.folder = folder;
        this.pipeline = new SqlPipeline(storage()).source("src", "id INT, name STRING");
    }

    /** Replaces the source files. {@code $} stands for the schema, {@code @} for the folder. */
    SinkPipeline define(String text) {
        pipeline.define(here(text));
        return this;
    }

    SinkPipeline feed(String values) {
        pipeline.append(values);
        return this;
    }

    Path storage() {
        return folder.resolve("storage");
    }

    List<FlowResult> run() {
        return pipeline.run();
    }

    List<FlowResult> run(UpdateRequest request) {
        return pipeline.complete(request);
    }

    UpdateResult update(UpdateRequest request) {
        return pipeline.update(request);
    }

    UpdatePlan plan(UpdateRequest request) {
        return pipeline.plan(request);
    }

    /** What the last update has warned of. */
    List<String> warnings() {
        return pipeline.warnings();
    }

    static UpdateRequest fullRefresh(String... names) {
        return new UpdateRequest(List.of(), List.of(names), false, List.of(), false, 4, 0);
    }

    /** The rows of a query in their order, values joined by commas; {@code @} is the folder. */
    List<String> query(String text) {
        return pipeline.query(here(text));
    }

    private String here(String text) {
        return text.replace("@", folder.toString());
    }
}
