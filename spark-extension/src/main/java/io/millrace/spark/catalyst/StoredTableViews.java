/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Datasets that the user sees as a view of part of a stored Delta table. */
public interface StoredTableViews {

    /** The property of such a view that holds the path of the stored table. */
    String pathProperty();

    /** What readers see of the stored table now; empty when there is none at the path. */
    Optional<StoredView> view(SparkSession session, String path);

    /**
     * What a reader saw of the stored table at some time.
     *
     * @param options Delta's read options that say when
     */
    Dataset<Row> at(SparkSession session, String path, Map<String, String> options);

    /** Called when such a view was dropped: the stored table goes as well. */
    void dropped(SparkSession session, String path);
}
