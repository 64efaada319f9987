/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.table;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.catalyst.CatalogTables;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.TableChange;
import io.millrace.spark.delta.TableDefinition;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.execution.resolve.ReplaceTables;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import io.millrace.spark.state.TableState;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Creates or evolves the table of a dataset before its flows run, and registers it. */
public final class TableSetup {

    private final SparkSession session;
    private final SparkSession creation;
    private final FlowGraph graph;
    private final TableLocations locations;
    private final ResolvedGraph resolved;

    public TableSetup(
            SparkSession session,
            FlowGraph graph,
            TableLocations locations,
            ResolvedGraph resolved) {
        this.session = session;
        this.creation = Sessions.cloneWith(session, DeltaTableLog.creationSettings());
        this.graph = graph;
        this.locations = locations;
        this.resolved = resolved;
    }

    /**
     * Makes the table as it shall be; nothing is committed to one that is. Changes that only fit
     * new contents wait for the first write.
     *
     * @param rewritten whether the table begins a new generation
     */
    public TableTarget prepare(Dataset dataset, TableState state, boolean rewritten) {
        String path = locations.path(dataset.name());
        if (resolved.cdc(dataset.name()).isPresent()) {
            return CdcTables.prepare(session, graph, dataset, path, resolved, state, rewritten);
        }
        StructType schema = resolved.schema(dataset.name()).orElseThrow();
        TableDefinition definition =
                new TableDefinition(
                        graph.pipeline(),
                        graph.displayName(dataset.name()),
                        ReplaceTables.stored(graph, dataset));
        Optional<TableSnapshot> existing = resolved.existing(dataset.name());
        Optional<TableChange> pending = Optional.empty();
        boolean current = state.generation() == 1;
        if (existing.isEmpty()) {
            DeltaTableLog.at(creation, path)
                    .create(
                            definition.create(schema),
                            TableTarget.generationMark(graph.pipeline(), dataset, state));
            current = true;
        } else {
            Optional<TableChange> change = definition.change(schema, existing.get(), rewritten);
            boolean waits =
                    rewritten
                            || (isComputedAnew(dataset)
                                    && !extend(existing.get().schema(), schema));
            if (waits) {
                pending = change;
            } else {
                change.ifPresent(table -> DeltaTableLog.at(session, path).change(table));
            }
        }
        if (!dataset.isPrivate()) {
            CatalogTables.register(session, dataset.name().parts(), path);
        }
        return new TableTarget(
                graph.pipeline(),
                dataset,
                path,
                schema,
                state,
                pending,
                current,
                hasIdentity(schema));
    }

    /** Whether each write replaces all rows. */
    private boolean isComputedAnew(Dataset dataset) {
        return graph.quarantineOwner(dataset.name()).orElse(dataset).kind()
                == DatasetKind.MATERIALIZED_VIEW;
    }

    /** Whether the old contents are right under the new schema. */
    private static boolean extend(StructType before, StructType after) {
        return DataType.equalsIgnoreNullability(before, after);
    }

    private static boolean hasIdentity(StructType schema) {
        for (StructField field : schema.fields()) {
            if (field.metadata().contains("delta.identity.start")) {
                return true;
            }
        }
        return false;
    }
}
