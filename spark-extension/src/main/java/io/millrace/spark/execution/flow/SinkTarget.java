/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.flow;

import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.SinkSpec;
import io.millrace.spark.execution.intent.UpdateIntent;
import io.millrace.spark.execution.table.TableTarget;
import io.millrace.spark.sink.BatchSink;
import io.millrace.spark.sink.SinkRecord;
import io.millrace.spark.state.PipelineStorage;
import io.millrace.spark.state.TableState;
import io.millrace.spark.storage.StorageFiles;

/**
 * The sink of a flow in an update.
 *
 * @param batches writes it batch by batch
 * @param record says whether the flow has written into it
 */
public record SinkTarget(
        String pipeline, TableState state, SinkSpec sink, BatchSink batches, SinkRecord record) {

    /** Makes the targets of an update's flows into sinks. */
    public record Factory(StorageFiles files, PipelineStorage storage, UpdateIntent intent) {

        /** The sink that a flow writes. */
        public SinkTarget of(Flow flow) {
            SinkSpec sink =
                    intent.graph().dataset(flow.target()).orElseThrow().sink().orElseThrow();
            TableState state = intent.target(flow);
            return new SinkTarget(
                    intent.graph().pipeline(),
                    state,
                    sink,
                    BatchSink.of(sink, intent.graph().catalog(), intent.graph().schema()),
                    new SinkRecord(files, storage.sinkRecord(flow.target(), flow.name(), state)));
        }
    }

    /** The application id of a flow's marks. */
    public String application(Flow flow, String kind) {
        return TableTarget.application(pipeline, flow.target(), flow.name(), kind, state);
    }
}
