/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.event;

import io.millrace.spark.RunErrorCode;
import io.millrace.spark.function.TableFunction;
import io.millrace.spark.function.TableFunctionCall;
import io.millrace.spark.function.TableFunctionCall.TableArgument;
import io.millrace.spark.function.TableFunctionException;
import io.millrace.spark.lease.PipelineLease;
import io.millrace.spark.storage.StorageFiles;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * {@code event_log()}: the events of all updates of the pipeline; with the name or id of another
 * pipeline in the same home, that one's; with {@code TABLE(t)}, those of the pipeline that writes
 * it.
 */
public final class EventLogFunction implements TableFunction {

    /** The setting of a session that holds the storage of the pipeline it works for. */
    public static final String STORAGE = "spark.millrace.storage";

    private static final String NAME = "event_log";

    private static final StructType SCHEMA =
            StructType.fromDDL(
                    """
                    id STRING,
                    sequence STRUCT<
                      data_plane_id: STRUCT<instance: STRING, seq_no: BIGINT>,
                      control_plane_seq_no: BIGINT>,
                    origin STRUCT<
                      cloud: STRING, region: STRING, org_id: BIGINT, user_id: BIGINT,
                      pipeline_id: STRING, pipeline_type: STRING, pipeline_name: STRING,
                      cluster_id: STRING, update_id: STRING, maintenance_id: STRING,
                      table_name: STRING, dataset_name: STRING, sink_name: STRING,
                      flow_id: STRING, flow_name: STRING, batch_id: BIGINT, request_id: STRING,
                      uc_resource_id: STRING, host: STRING>,
                    timestamp TIMESTAMP,
                    message STRING,
                    level STRING,
                    maturity_level STRING,
                    error STRUCT<
                      fatal: BOOLEAN,
                      exceptions: ARRAY<STRUCT<class_name: STRING, message: STRING>>>,
                    details STRING,
                    event_type STRING
                    """);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Dataset<Row> batch(TableFunctionCall call) {
        return rows(call.session(), storage(call));
    }

    /**
     * The events of one pipeline.
     *
     * @param storage of the pipeline: a Hadoop URI
     */
    public static Dataset<Row> rows(SparkSession session, String storage) {
        String folder = EventHistory.folder(storage);
        StorageFiles files = new StorageFiles(session.sparkContext().hadoopConfiguration());
        if (files.list(folder).isEmpty()) {
            return session.createDataFrame(List.of(), SCHEMA);
        }
        // A line that is just being written is not whole.
        return session.read()
                .schema(SCHEMA)
                .option("mode", "DROPMALFORMED")
                .option("pathGlobFilter", "*.jsonl")
                .json(folder);
    }

    @Override
    public Dataset<Row> stream(TableFunctionCall call) {
        throw new TableFunctionException(
                RunErrorCode.MILLRACE_EVENT_LOG_UNAVAILABLE.name(),
                "`event_log` cannot be read as a stream, because files that grow cannot; leave out"
                        + " STREAM and write a materialized view");
    }

    private static String storage(TableFunctionCall call) {
        String own = call.session().conf().get(STORAGE, "");
        if (own.isEmpty()) {
            throw new TableFunctionException(
                    RunErrorCode.MILLRACE_EVENT_LOG_UNAVAILABLE.name(),
                    "`event_log` is known in the queries of a pipeline and of `millrace query`"
                            + " only");
        }
        if (!call.named().isEmpty() || call.positional().size() > 1) {
            throw wrongArgument();
        }
        if (call.positional().isEmpty() || call.positional().get(0) instanceof TableArgument) {
            return own;
        }
        if (!(call.positional().get(0) instanceof String pipeline)) {
            throw wrongArgument();
        }
        int slash = own.lastIndexOf('/');
        return own.substring(slash + 1).equals(pipeline)
                ? own
                : storageIn(call.session(), own.substring(0, slash), pipeline);
    }

    /**
     * The storage of a pipeline in a folder where those of several lie side by side.
     *
     * @param home the folder: a Hadoop URI
     * @param pipeline its name or id
     * @throws TableFunctionException when there is none of that name with events
     */
    public static String storageIn(SparkSession session, String home, String pipeline) {
        StorageFiles files = new StorageFiles(session.sparkContext().hadoopConfiguration());
        if (!pipeline.contains("/") && files.exists(EventHistory.folder(home + "/" + pipeline))) {
            return home + "/" + pipeline;
        }
        return files.list(home).stream()
                .map(name -> home + "/" + name)
                .filter(storage -> isCalled(files, storage, pipeline))
                .findFirst()
                .orElseThrow(
                        () ->
                                new TableFunctionException(
                                        RunErrorCode.MILLRACE_EVENT_LOG_UNAVAILABLE.name(),
                                        "there are no events of a pipeline `%s` in %s"
                                                .formatted(pipeline, home)));
    }

    /** By the id that its events have. */
    private static boolean isCalled(StorageFiles files, String storage, String id) {
        return files.exists(EventHistory.folder(storage))
                && PipelineLease.seriesIn(files, storage + "/state/lease")
                        .filter(id::equals)
                        .isPresent();
    }

    private static TableFunctionException wrongArgument() {
        return new TableFunctionException(
                RunErrorCode.MILLRACE_EVENT_LOG_UNAVAILABLE.name(),
                "write `event_log()`, `event_log('pipeline')` or `event_log(TABLE(t))`");
    }
}
