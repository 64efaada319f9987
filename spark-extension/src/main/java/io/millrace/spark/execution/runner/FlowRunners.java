/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.runner;

import io.millrace.compiler.graph.FlowKind;
import java.util.EnumMap;
import java.util.Map;

/** Which runner runs the flows of which kind. Safe for use by several threads. */
public final class FlowRunners {

    private static final Map<FlowKind, FlowRunner> RUNNERS = runners();

    private FlowRunners() {}

    private static Map<FlowKind, FlowRunner> runners() {
        Map<FlowKind, FlowRunner> runners = new EnumMap<>(FlowKind.class);
        runners.put(FlowKind.APPEND, new AppendRunner());
        runners.put(FlowKind.COMPLETE, new CompleteRunner());
        runners.put(FlowKind.ONCE, new OnceRunner());
        runners.put(FlowKind.MATERIALIZED_VIEW, new MaterializedViewRunner());
        runners.put(FlowKind.REPLACE_WHERE, new ReplaceWhereRunner());
        runners.put(FlowKind.REPLACE_USING, new ReplaceUsingRunner());
        runners.put(FlowKind.SINK, new SinkRunner());
        runners.put(FlowKind.AUTO_CDC, new AutoCdcRunner());
        runners.put(FlowKind.AUTO_CDC_SNAPSHOT, new AutoCdcSnapshotRunner());
        return runners;
    }

    /**
     * The runner of a kind; it holds no state, so all flows of the kind share it.
     *
     * @throws IllegalArgumentException for views, which are not run
     */
    public static FlowRunner of(FlowKind kind) {
        FlowRunner runner = RUNNERS.get(kind);
        if (runner == null) {
            throw new IllegalArgumentException("flows of the kind " + kind + " are not run");
        }
        return runner;
    }
}
