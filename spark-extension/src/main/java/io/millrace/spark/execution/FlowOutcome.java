/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.spark.FlowStatus;
import java.util.Optional;

/**
 * What a flow did.
 *
 * @param status {@code COMPLETED} or {@code IDLE}
 * @param outputRows the rows written
 * @param technique how a materialized view was refreshed
 */
record FlowOutcome(
        FlowStatus status, Optional<Long> outputRows, long batches, Optional<String> technique) {

    static FlowOutcome idle() {
        return new FlowOutcome(FlowStatus.IDLE, Optional.empty(), 0, Optional.empty());
    }

    static FlowOutcome completed(long outputRows, long batches) {
        return new FlowOutcome(
                FlowStatus.COMPLETED, Optional.of(outputRows), batches, Optional.empty());
    }

    FlowOutcome withTechnique(String name) {
        return new FlowOutcome(status, outputRows, batches, Optional.of(name));
    }
}
