/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.token.Quoted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A compiled pipeline: the contract between the compiler and the engine, and all that execution
 * reads.
 *
 * <p>Immutable, and equal by its contents. Datasets and flows are in source order, and are found by
 * name without a search. An edge leads from each dataset that a flow's query reads to the flow, and
 * from the flow to its target; the graph has no cycle.
 */
public final class FlowGraph {

    /** The version that this build writes; older ones can be read. */
    public static final int CURRENT_VERSION = 1;

    private final int version;
    private final String pipeline;
    private final String catalog;
    private final String schema;
    private final List<Dataset> datasets;
    private final List<Flow> flows;
    private final Map<String, Dataset> datasetsByKey = new HashMap<>();
    private final Map<String, List<Flow>> flowsByTarget = new HashMap<>();
    private final Map<String, Dataset> quarantineOwners = new HashMap<>();

    /**
     * @param version of this structure: {@value #CURRENT_VERSION}; a field that is added later has
     *     a default
     * @param pipeline the pipeline's name
     * @param catalog where unqualified names go by default
     * @param schema the same for the schema
     */
    public FlowGraph(
            int version,
            String pipeline,
            String catalog,
            String schema,
            List<Dataset> datasets,
            List<Flow> flows) {
        this.version = version;
        this.pipeline = requireNonNull(pipeline, "pipeline");
        this.catalog = requireNonNull(catalog, "catalog");
        this.schema = requireNonNull(schema, "schema");
        this.datasets = List.copyOf(datasets);
        this.flows = List.copyOf(flows);
        for (Dataset dataset : this.datasets) {
            datasetsByKey.putIfAbsent(dataset.name().key(), dataset);
            for (DatasetExpectation rule : dataset.expectations()) {
                rule.quarantine()
                        .ifPresent(table -> quarantineOwners.putIfAbsent(table.key(), dataset));
            }
        }
        for (Flow flow : this.flows) {
            flowsByTarget.computeIfAbsent(flow.target().key(), key -> new ArrayList<>()).add(flow);
        }
        flowsByTarget.replaceAll((key, found) -> List.copyOf(found));
    }

    public int version() {
        return version;
    }

    public String pipeline() {
        return pipeline;
    }

    public String catalog() {
        return catalog;
    }

    public String schema() {
        return schema;
    }

    public List<Dataset> datasets() {
        return datasets;
    }

    public List<Flow> flows() {
        return flows;
    }

    public Optional<Dataset> dataset(DatasetName name) {
        return Optional.ofNullable(datasetsByKey.get(name.key()));
    }

    /** The flows that write a dataset, in source order. */
    public List<Flow> flowsInto(DatasetName target) {
        return flowsByTarget.getOrDefault(target.key(), List.of());
    }

    /** The dataset whose expectations send rows to a side table; empty for other datasets. */
    public Optional<Dataset> quarantineOwner(DatasetName table) {
        return Optional.ofNullable(quarantineOwners.get(table.key()));
    }

    /** The flows that write a dataset, or that send rows to it which another dataset keeps out. */
    public List<Flow> writers(DatasetName dataset) {
        return quarantineOwner(dataset)
                .map(owner -> flowsInto(owner.name()))
                .orElseGet(() -> flowsInto(dataset));
    }

    /**
     * How messages and results call a dataset: without catalog and schema where they are the
     * pipeline's own.
     */
    public String displayName(DatasetName name) {
        return isOwn(name) ? name.last() : name.toString();
    }

    /** The same as SQL has it: with back-ticks where they are needed. */
    public String sqlName(DatasetName name) {
        return Quoted.asNeeded(isOwn(name) ? List.of(name.last()) : name.parts());
    }

    private boolean isOwn(DatasetName name) {
        List<String> parts = name.parts();
        return parts.size() == 3
                && parts.get(0).equalsIgnoreCase(catalog)
                && parts.get(1).equalsIgnoreCase(schema);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FlowGraph graph
                && version == graph.version
                && pipeline.equals(graph.pipeline)
                && catalog.equals(graph.catalog)
                && schema.equals(graph.schema)
                && datasets.equals(graph.datasets)
                && flows.equals(graph.flows);
    }

    @Override
    public int hashCode() {
        return Objects.hash(version, pipeline, catalog, schema, datasets, flows);
    }

    @Override
    public String toString() {
        return "FlowGraph[" + pipeline + ", datasets=" + datasets + ", flows=" + flows + "]";
    }
}
