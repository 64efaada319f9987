/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
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

    /** Reader options besides those of the query for a dataset that is read as a stream. */
    Map<String, String> streamOptions(Flow reader, DatasetName dataset);

    /** The folder in which the functions of a flow keep their state. */
    Optional<String> stateFolder(Flow flow);
}
