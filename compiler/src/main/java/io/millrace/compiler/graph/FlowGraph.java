/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;

/**
 * A compiled pipeline: the contract between the compiler and the engine, and all that execution
 * reads.
 *
 * <p>Immutable. Datasets and flows are in source order. An edge leads from each dataset that a
 * flow's query reads to the flow, and from the flow to its target; the graph has no cycle.
 *
 * @param version of this structure: {@value #CURRENT_VERSION}; a field that is added later has a
 *     default
 * @param pipeline the pipeline's name
 * @param catalog where unqualified names go by default
 * @param schema the same for the schema
 */
public record FlowGraph(
        int version,
        String pipeline,
        String catalog,
        String schema,
        List<Dataset> datasets,
        List<Flow> flows) {

    public FlowGraph {
        requireNonNull(pipeline, "pipeline");
        requireNonNull(catalog, "catalog");
        requireNonNull(schema, "schema");
        datasets = List.copyOf(datasets);
        flows = List.copyOf(flows);
    }

    /** The version that this build writes; older ones can be read. */
    public static final int CURRENT_VERSION = 1;

    public Optional<Dataset> dataset(DatasetName name) {
        String key = name.key();
        return datasets.stream().filter(dataset -> dataset.name().key().equals(key)).findFirst();
    }

    /** The flows that write a dataset, in source order. */
    public List<Flow> flowsInto(DatasetName target) {
        String key = target.key();
        return flows.stream().filter(flow -> flow.target().key().equals(key)).toList();
    }

    /**
     * How messages and results call a dataset: without catalog and schema where they are the
     * pipeline's own.
     */
    public String displayName(DatasetName name) {
        List<String> parts = name.parts();
        boolean own =
                parts.size() == 3
                        && parts.get(0).equalsIgnoreCase(catalog)
                        && parts.get(1).equalsIgnoreCase(schema);
        return own ? name.last() : name.toString();
    }
}
