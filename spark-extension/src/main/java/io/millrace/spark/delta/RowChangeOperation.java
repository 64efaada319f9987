/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import java.util.Map;
import org.apache.spark.sql.delta.DeltaOperations;
import org.apache.spark.sql.execution.metric.SQLMetric;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/** What {@code DESCRIBE HISTORY} says of a commit that replaces rows. */
final class RowChangeOperation extends DeltaOperations.Operation {

    private final Map<String, Object> parameters;
    private final Map<String, String> metrics;

    RowChangeOperation(String name, Map<String, Object> parameters, Map<String, String> metrics) {
        super(name);
        this.parameters = parameters;
        this.metrics = metrics;
    }

    @Override
    public scala.collection.immutable.Map<String, Object> parameters() {
        return scala.collection.immutable.Map$.MODULE$.from(
                CollectionConverters.asScala(parameters));
    }

    @Override
    public scala.collection.immutable.Map<String, String> transformMetrics(
            scala.collection.immutable.Map<String, SQLMetric> registered) {
        return scala.collection.immutable.Map$.MODULE$.from(CollectionConverters.asScala(metrics));
    }

    @Override
    public boolean changesData() {
        return true;
    }

    @Override
    public boolean checkAddFileWithDeletionVectorStatsAreNotTightBounds() {
        return true;
    }

    @Override
    public Option<Object> isInPlaceFileMetadataUpdate() {
        return Option.apply((Object) Boolean.FALSE);
    }

    @Override
    public boolean canChangePartitionColumns() {
        return false;
    }
}
