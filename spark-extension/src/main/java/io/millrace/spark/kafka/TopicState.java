/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.kafka;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A topic as it is now.
 *
 * @param id Kafka's own name of it: another when it was deleted and created again
 * @param partitions what each of those that are read holds
 */
record TopicState(String id, SortedMap<Integer, Range> partitions) {

    TopicState {
        partitions = Collections.unmodifiableSortedMap(new TreeMap<>(partitions));
    }

    /**
     * The records of a partition.
     *
     * @param earliest the first that is there
     * @param latest the one that comes next
     */
    record Range(long earliest, long latest) {}
}
