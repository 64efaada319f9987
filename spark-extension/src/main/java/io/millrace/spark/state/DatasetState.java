/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.state;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.graph.DatasetName;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A dataset as the last update knew it.
 *
 * @param kind the name of its kind
 * @param active whether the last update still had it
 * @param isPrivate whether no catalog knows it
 * @param renamedFrom the name that it had before, under which its table may still lie
 * @param flows by name in lower case
 */
public record DatasetState(
        DatasetName name,
        String kind,
        boolean active,
        boolean isPrivate,
        TableState table,
        Optional<DatasetName> renamedFrom,
        Map<String, FlowState> flows) {

    public DatasetState {
        requireNonNull(name, "name");
        requireNonNull(kind, "kind");
        requireNonNull(table, "table");
        requireNonNull(renamedFrom, "renamedFrom");
        flows = Collections.unmodifiableMap(new LinkedHashMap<>(flows));
    }

    public Optional<FlowState> flow(String flow) {
        return Optional.ofNullable(flows.get(flow.toLowerCase(Locale.ROOT)));
    }

    /** The flows that were removed from the sources but have left rows and a checkpoint. */
    public List<FlowState> inactiveFlows() {
        return flows.values().stream().filter(flow -> !flow.active()).toList();
    }

    /** The dataset after it left the sources; its table and its checkpoints stay. */
    public DatasetState inactive() {
        Map<String, FlowState> left = new LinkedHashMap<>();
        flows.forEach((key, flow) -> left.put(key, flow.inactive()));
        return new DatasetState(name, kind, false, isPrivate, table, renamedFrom, left);
    }
}
