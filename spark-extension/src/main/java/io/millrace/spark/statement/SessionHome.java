/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.spark.PipelineBusyException;
import io.millrace.spark.PipelineLocation;
import io.millrace.spark.QueryException;
import io.millrace.spark.lease.PipelineLease;
import io.millrace.spark.session.Homes;
import io.millrace.spark.session.WarehouseTables;
import io.millrace.spark.state.PipelineStorage;
import io.millrace.spark.storage.StorageFiles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.WeakHashMap;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;

/**
 * The folder in which all sessions of a warehouse keep what they have defined: {@code
 * pipelines/<unit>/}, the storage of a small pipeline with its {@code definition.json}, and {@code
 * datasets/<name>}, which says in which unit a dataset is.
 *
 * <p>Where it is, {@link Homes} tells.
 */
final class SessionHome {

    private static final Set<SparkContext> REGISTERED =
            Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

    private final String root;
    private final String warehouse;
    private final StorageFiles files;

    private SessionHome(String root, String warehouse, StorageFiles files) {
        this.root = root;
        this.warehouse = warehouse;
        this.files = files;
    }

    static SessionHome of(SparkSession session) {
        return new SessionHome(
                Homes.of(session),
                session.conf().get("spark.sql.warehouse.dir"),
                new StorageFiles(session.sparkContext().hadoopConfiguration()));
    }

    /** The same, where the tables of a catalog that forgets are known again. */
    static SessionHome open(SparkSession session) {
        if (REGISTERED.add(session.sparkContext())) {
            try {
                WarehouseTables.register(session);
            } catch (Throwable e) {
                REGISTERED.remove(session.sparkContext());
                throw e;
            }
        }
        return of(session);
    }

    String root() {
        return root;
    }

    StorageFiles files() {
        return files;
    }

    /** The folder that a pipeline of a name has. */
    static String unit(DatasetName first) {
        return PipelineStorage.encode(first);
    }

    PipelineLocation location(String unit) {
        return new PipelineLocation(root + "/pipelines/" + unit, warehouse);
    }

    private String definitionFile(String unit) {
        return location(unit).storage() + "/definition.json";
    }

    private String datasetFile(DatasetName dataset) {
        return root + "/datasets/" + PipelineStorage.encode(dataset);
    }

    /** The unit that a dataset was defined in; empty when no session has defined it. */
    Optional<String> unitOf(DatasetName dataset) {
        return files.read(datasetFile(dataset)).map(String::strip);
    }

    Optional<Definition> definition(String unit) {
        String file = definitionFile(unit);
        return files.read(file).map(text -> DefinitionJson.read(unit, text, file));
    }

    Optional<Definition> definitionOf(DatasetName dataset) {
        return unitOf(dataset).flatMap(this::definition);
    }

    /** All definitions, sorted by the names of their units. */
    List<Definition> definitions() {
        List<Definition> all = new ArrayList<>();
        files.list(root + "/pipelines").stream()
                .sorted()
                .forEach(unit -> definition(unit).ifPresent(all::add));
        return all;
    }

    void save(Definition definition) {
        files.write(definitionFile(definition.unit()), DefinitionJson.write(definition));
        for (Definition.Entry dataset : definition.datasets()) {
            if (!unitOf(dataset.dataset()).equals(Optional.of(definition.unit()))) {
                files.write(datasetFile(dataset.dataset()), definition.unit() + "\n");
            }
        }
    }

    /**
     * Changes a unit while no update of it runs.
     *
     * @param definition of the unit, as it is before the change
     * @throws io.millrace.spark.catalyst.statement.StatementException when an update runs, or the
     *     change is refused
     */
    void change(Definition definition, Runnable change) {
        PipelineStorage storage = new PipelineStorage(location(definition.unit()).storage());
        try (PipelineLease lease =
                PipelineLease.acquire(
                        files,
                        storage.lease(),
                        definition.pipeline(),
                        UUID.randomUUID().toString())) {
            lease.check();
            change.run();
        } catch (PipelineBusyException e) {
            throw Problems.busy(e);
        } catch (QueryException e) {
            throw Problems.of(e);
        }
    }

    /** Forgets that a dataset is one; its table stays as it is. */
    void release(DatasetName dataset) {
        files.delete(datasetFile(dataset));
    }

    /** Removes a unit with its state, checkpoints and events. */
    void remove(String unit) {
        files.deleteTree(location(unit).storage());
    }
}
