/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks;

import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.pipelines.graph.AllTables$;
import org.apache.spark.sql.pipelines.graph.GraphRegistrationContext;
import org.apache.spark.sql.pipelines.graph.NoTables$;
import org.apache.spark.sql.pipelines.graph.PipelineUpdateContextImpl;
import org.apache.spark.sql.pipelines.graph.SqlGraphRegistrationContext;
import org.apache.spark.sql.pipelines.logging.PipelineEvent;
import org.apache.spark.sql.pipelines.logging.RunProgress;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/** Spark's own declarative pipelines, their classes driven in this process from the same SQL. */
final class SparkPipelinesRival implements Rival {

    @Override
    public SparkSession session(Path folder) {
        return PlainSession.start(folder);
    }

    @Override
    public void update(SparkSession session, Scenario scenario, Path folder) {
        var registration =
                new GraphRegistrationContext(
                        "spark_catalog",
                        "default",
                        scala.collection.immutable.Map$.MODULE$.<String, String>empty());
        new SqlGraphRegistrationContext(registration)
                .processSqlFile(scenario.sql(), scenario.key() + ".sql", session);
        var failure = new LastFailure();
        var context =
                new PipelineUpdateContextImpl(
                        registration.toDataflowGraph(),
                        failure,
                        AllTables$.MODULE$,
                        NoTables$.MODULE$,
                        folder.resolve("storage-" + scenario.key()).toUri().toString());
        context.pipelineExecution().runPipeline();
        context.pipelineExecution().awaitCompletion();
        failure.check();
    }

    /** Remembers an event that tells of a failed run. */
    private static final class LastFailure extends AbstractFunction1<PipelineEvent, BoxedUnit> {

        private volatile String message = "";

        @Override
        public BoxedUnit apply(PipelineEvent event) {
            boolean failed =
                    event.details() instanceof RunProgress progress
                            && progress.state().toString().startsWith("FAILED");
            if (failed) {
                message = event.message();
            }
            return BoxedUnit.UNIT;
        }

        void check() {
            if (!message.isEmpty()) {
                throw new IllegalStateException(message);
            }
        }
    }
}
