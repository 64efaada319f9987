/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.table;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.catalyst.StoredView;
import io.millrace.spark.cdc.CdcResolution;
import io.millrace.spark.cdc.CdcTarget;
import io.millrace.spark.cdc.CdcViews;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.SchemaMerge;
import io.millrace.spark.delta.Schemas;
import io.millrace.spark.delta.TableChange;
import io.millrace.spark.delta.TableDefinition;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import io.millrace.spark.state.TableState;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * The targets of AUTO CDC flows in an update: their stored tables, of which the user sees a part
 * under the dataset's name.
 */
public final class CdcTables {

    private static final String MAPPING_MODE = "delta.columnMapping.mode";

    private CdcTables() {}

    /** The metadata that the stored table shall have. */
    private static TableChange definition(
            CdcResolution resolution, Optional<String> comment, Map<String, String> properties) {
        return CdcTarget.definition(resolution.specs().get(0), comment, properties);
    }

    static Optional<StoredView> view(ResolvedGraph resolved, DatasetName dataset) {
        return resolved.cdc(dataset).map(found -> CdcTarget.visible(found.specs().get(0)));
    }

    /**
     * Creates or evolves the stored table and shows it under the dataset's name.
     *
     * @param rewritten whether the table begins a new generation, whose first commit brings its
     *     metadata along
     */
    static TableTarget prepare(
            SparkSession session,
            FlowGraph graph,
            Dataset dataset,
            String path,
            ResolvedGraph resolved,
            TableState state,
            boolean rewritten) {
        if (!dataset.isPrivate()) {
            CdcViews.checkPlace(session, graph.displayName(dataset.name()), dataset.name().parts());
        }
        CdcResolution resolution = resolved.cdc(dataset.name()).orElseThrow();
        TableDefinition owner =
                new TableDefinition(graph.pipeline(), graph.displayName(dataset.name()), dataset);
        Optional<TableSnapshot> existing = resolved.existing(dataset.name());
        StructType stored = CdcTarget.storedColumns(resolution.specs().get(0));
        TableChange wanted = definition(resolution, dataset.comment(), owner.properties(stored));
        Optional<TableChange> pending = Optional.empty();
        boolean current = state.generation() == 1;
        if (existing.isEmpty()) {
            DeltaTableLog.at(session, path)
                    .create(wanted, TableTarget.generationMark(graph.pipeline(), dataset, state));
            current = true;
        } else if (rewritten) {
            pending = Optional.of(rewritten(existing.get(), wanted));
        } else {
            TableChange merged = merged(existing.get(), wanted);
            if (!merged.equals(TableChange.of(existing.get()))) {
                DeltaTableLog.at(session, path).change(merged);
            }
        }
        if (!dataset.isPrivate() && pending.isEmpty()) {
            publish(session, dataset, path, resolved);
        }
        return new TableTarget(
                graph.pipeline(),
                dataset,
                path,
                resolution.visibleSchema(),
                state,
                pending,
                current,
                true);
    }

    /** Shows the stored table under the dataset's name. */
    public static void publish(
            SparkSession session, Dataset dataset, String path, ResolvedGraph resolved) {
        resolved.cdc(dataset.name())
                .ifPresent(
                        found ->
                                CdcViews.publish(
                                        session,
                                        dataset.name().parts(),
                                        path,
                                        CdcTarget.visible(found.specs().get(0)),
                                        CdcTarget.storedColumns(found.specs().get(0)),
                                        dataset.comment()));
    }

    /**
     * Properties that Delta or others have set stay, and so does a comment where none is declared.
     */
    private static TableChange merged(TableSnapshot now, TableChange wanted) {
        Map<String, String> properties = new java.util.LinkedHashMap<>(now.properties());
        properties.putAll(wanted.properties());
        return new TableChange(
                Schemas.keepingIdentity(now.schema(), wanted.schema()),
                now.partitionColumns(),
                now.clusterColumns(),
                wanted.comment().or(now::comment),
                properties);
    }

    /** What begins anew keeps the way in which columns are named in the files. */
    private static TableChange rewritten(TableSnapshot now, TableChange wanted) {
        Map<String, String> properties = new java.util.LinkedHashMap<>(wanted.properties());
        now.properties().entrySet().stream()
                .filter(property -> property.getKey().startsWith("delta.columnMapping."))
                .forEach(property -> properties.put(property.getKey(), property.getValue()));
        boolean mapped = !now.properties().getOrDefault(MAPPING_MODE, "none").equals("none");
        if (mapped && !SchemaMerge.holds(wanted.schema(), now.schema())) {
            // Delta records no changes in a commit in which a mapped column goes; the next update
            // turns the feed on again.
            properties.put("delta.enableChangeDataFeed", "false");
        }
        return new TableChange(
                wanted.schema(),
                wanted.partitionColumns(),
                wanted.clusterColumns(),
                wanted.comment(),
                properties);
    }
}
