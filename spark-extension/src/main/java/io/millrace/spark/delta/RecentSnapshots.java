/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.SparkSession;

/**
 * Tables as they were when somebody looked at them last, for many who want to know the same at
 * about the same time. Safe for any number of threads.
 */
public final class RecentSnapshots {

    private final SparkSession session;
    private final Map<String, Look> looks = new ConcurrentHashMap<>();

    public RecentSnapshots(SparkSession session) {
        this.session = session;
    }

    private record Look(long time, Optional<TableSnapshot> found) {}

    /**
     * The table at a path as it was at a time, or newer; empty when there was none.
     *
     * @param time in milliseconds since 1970
     */
    public Optional<TableSnapshot> since(String path, long time) {
        Look last = looks.get(path);
        // What was written within that millisecond may have come behind a look in it.
        if (last != null && last.time() > time) {
            return last.found();
        }
        long now = System.currentTimeMillis();
        Optional<TableSnapshot> found = DeltaTableLog.newest(session, path, now);
        looks.put(path, new Look(now, found));
        return found;
    }
}
