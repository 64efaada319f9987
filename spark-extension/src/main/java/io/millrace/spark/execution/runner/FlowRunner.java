/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.runner;

import io.millrace.spark.execution.flow.FlowRun;
import io.millrace.spark.execution.report.FlowOutcome;

/** Runs the flows of a kind. Implementations hold no state. */
public interface FlowRunner {

    /**
     * Runs a flow to the end of its present input. Called on a thread of its own; interrupted when
     * the update is stopped.
     *
     * @return what it did
     * @throws InterruptedException when it was stopped
     */
    FlowOutcome run(FlowRun run) throws InterruptedException;
}
