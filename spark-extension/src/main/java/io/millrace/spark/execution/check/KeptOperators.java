/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.check;

import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.StatefulOperator;
import io.millrace.spark.state.FlowState;
import java.util.List;

/** The stateful operators of a query as the pipeline's state remembers them. */
final class KeptOperators {

    private KeptOperators() {}

    static List<FlowState.KeptState> of(PlannedQuery query) {
        return StatefulOperator.of(query).stream()
                .map(
                        operator ->
                                new FlowState.KeptState(
                                        operator.what(), operator.layout(), operator.meaning()))
                .toList();
    }
}
