/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Hands listings of files to the sources of streams, which Spark makes from texts alone. A listing
 * lives as long as the update that made it holds it.
 */
final class KnownListings {

    private static final Map<String, WeakReference<FilesRead.Listing>> LISTINGS =
            new ConcurrentHashMap<>();

    private KnownListings() {}

    /** A name for the listing. */
    static String register(FilesRead.Listing listing) {
        LISTINGS.values().removeIf(known -> known.get() == null);
        String name = UUID.randomUUID().toString();
        LISTINGS.put(name, new WeakReference<>(listing));
        return name;
    }

    static Optional<FilesRead.Listing> find(String name) {
        return Optional.ofNullable(LISTINGS.get(name)).map(WeakReference::get);
    }
}
