/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import io.millrace.compiler.diagnostic.NearestName;
import java.util.List;
import java.util.Optional;

/** The options that {@code STREAM t WITH (...)} takes where {@code t} is a Delta table. */
public final class DeltaStreamOptions {

    /** All of them; letter case does not matter. */
    public static final List<String> NAMES =
            List.of(
                    "allowSourceColumnDrop",
                    "allowSourceColumnRename",
                    "allowSourceColumnTypeChange",
                    "excludeRegex",
                    "failOnDataLoss",
                    "ignoreChanges",
                    "ignoreDeletes",
                    "ignoreFileDeletion",
                    "maxBytesPerTrigger",
                    "maxFilesPerTrigger",
                    "readChangeData",
                    "readChangeFeed",
                    "schemaLocation",
                    "schemaTrackingLocation",
                    "skipChangeCommits",
                    "startingTimestamp",
                    "startingVersion",
                    "streamingSourceTrackingId",
                    "withEventTimeOrder");

    private DeltaStreamOptions() {}

    public static boolean isKnown(String name) {
        return NAMES.stream().anyMatch(name::equalsIgnoreCase);
    }

    /** The option that a mistyped name most likely meant. */
    public static Optional<String> nearest(String name) {
        return NearestName.of(name, NAMES);
    }
}
