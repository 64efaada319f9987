/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.types.StructType;

/** What the planner needs to know of the pipeline's stored datasets. */
public interface StoredDatasets {

    /** Where the dataset's Delta table is or will be. */
    String path(DatasetName dataset);

    /**
     * The schema that stands for the dataset in a dry run; empty to read the table that is there.
     */
    Optional<StructType> placeholder(DatasetName dataset);

    /** The part of the stored table that readers see; empty for all of it. */
    default Optional<StoredView> view(DatasetName dataset) {
        return Optional.empty();
    }

    /** The views of stored tables that other pipelines have put into the catalog. */
    StoredTableViews foreignViews();

    /**
     * Reader options for a Delta table that is read as a stream from its beginning, of the pipeline
     * or not; they must not change what is read.
     */
    Map<String, String> streamOptions(String path);

    /**
     * The streams that a flow goes on reading, by the numbers that they have in its checkpoint;
     * none where it begins, or where they are not known.
     */
    default List<KeptSource> keptSources(Flow flow) {
        return List.of();
    }

    /** The folder in which the functions of a flow keep their state. */
    Optional<String> stateFolder(Flow flow);
}
