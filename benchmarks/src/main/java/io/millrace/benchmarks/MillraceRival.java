/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.CompileResult;
import io.millrace.compiler.PipelineCompiler;
import io.millrace.compiler.source.SourceFile;
import io.millrace.spark.PipelineLocation;
import io.millrace.spark.PipelineRunner;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.session.PipelineSession;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.sql.SparkSession;

/** Millrace, from the text to the end of the update. */
final class MillraceRival implements Rival {

    @Override
    public SparkSession session(Path folder) {
        return PipelineSession.builder().home(folder).start();
    }

    @Override
    public void update(SparkSession session, Scenario scenario, Path folder) {
        CompileResult compiled =
                PipelineCompiler.compile(
                        List.of(SourceFile.of(scenario.key() + ".sql", scenario.sql())),
                        CompileOptions.named(scenario.key()));
        if (compiled.graph().isEmpty()) {
            throw new IllegalStateException(compiled.diagnostics().toString());
        }
        var location =
                new PipelineLocation(
                        PipelineSession.hadoopUri(folder.resolve("pipelines/" + scenario.key())),
                        PipelineSession.hadoopUri(folder.resolve("warehouse")));
        UpdateResult result =
                new PipelineRunner()
                        .run(
                                session,
                                compiled.graph().get(),
                                location,
                                UpdateRequest.refreshAll(),
                                UpdateListener.NONE);
        if (result.status() != UpdateStatus.COMPLETED) {
            throw new IllegalStateException(result.toString());
        }
    }
}
