/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * Who updates a pipeline.
 *
 * @param since by the holder's clock
 */
public record LeaseHolder(String updateId, String user, String host, long pid, Instant since) {

    public LeaseHolder {
        requireNonNull(updateId, "updateId");
        requireNonNull(user, "user");
        requireNonNull(host, "host");
        requireNonNull(since, "since");
    }
}
