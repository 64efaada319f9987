/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.table;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.spark.execution.error.FlowErrors;
import io.millrace.spark.execution.parallel.ParallelWork;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The tables of an update by the names of their datasets. One that cannot be made fails the flows
 * that need it, not the update: whoever asks for it gets the error, and who asks again lets it be
 * tried again. Safe for use by several threads.
 */
public final class TableTargets {

    private final Function<Dataset, TableTarget> making;
    private final Map<String, Dataset> datasets = new HashMap<>();
    private final Map<String, TableTarget> made = new HashMap<>();
    private final Map<String, RuntimeException> failures = new HashMap<>();

    /** Makes or changes the tables of some datasets, side by side. */
    public static TableTargets of(List<Dataset> datasets, Function<Dataset, TableTarget> making) {
        TableTargets targets = new TableTargets(datasets, making);
        try (ParallelWork work = new ParallelWork("millrace-table")) {
            work.forEach(datasets, targets::prepare);
        }
        return targets;
    }

    private TableTargets(List<Dataset> datasets, Function<Dataset, TableTarget> making) {
        this.making = making;
        datasets.forEach(dataset -> this.datasets.put(dataset.name().key(), dataset));
    }

    private void prepare(Dataset dataset) {
        String key = dataset.name().key();
        try {
            TableTarget target = making.apply(dataset);
            synchronized (this) {
                made.put(key, target);
            }
        } catch (Exception e) {
            // Scala throws checked exceptions through signatures that have none.
            RuntimeException failure =
                    e instanceof RuntimeException runtime ? runtime : new IllegalStateException(e);
            if (FlowErrors.isInterruption(e)) {
                throw failure;
            }
            synchronized (this) {
                failures.put(key, failure);
            }
        }
    }

    /** Whether the table of a dataset is as it shall be, or was none of this update's to make. */
    public synchronized boolean isReady(DatasetName name) {
        return !failures.containsKey(name.key());
    }

    /**
     * The table of a dataset.
     *
     * @return empty for a dataset that is no table of this update
     * @throws RuntimeException what kept it from being made
     */
    public synchronized Optional<TableTarget> find(DatasetName name) {
        String key = name.key();
        RuntimeException failure = failures.remove(key);
        if (failure != null) {
            throw failure;
        }
        Dataset dataset = datasets.get(key);
        return dataset == null
                ? Optional.empty()
                : Optional.of(made.computeIfAbsent(key, unused -> making.apply(dataset)));
    }
}
