/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;

/**
 * An update that goes on until it is stopped.
 *
 * @param triggerInterval how often flows look for new data, whatever their settings say
 */
public record ContinuousMode(Optional<Duration> triggerInterval) {

    public ContinuousMode {
        requireNonNull(triggerInterval, "triggerInterval");
    }
}
