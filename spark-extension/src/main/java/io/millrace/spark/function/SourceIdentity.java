/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.function;

import static java.util.Objects.requireNonNull;

/**
 * What a stream reads, so that it is known again when its call stands elsewhere in the query.
 *
 * @param place where its input is, as users read and write it: a folder, or a cluster with topics
 * @param digest tells apart two streams of the same place
 */
public record SourceIdentity(String place, String digest) {

    public SourceIdentity {
        requireNonNull(place, "place");
        requireNonNull(digest, "digest");
    }
}
