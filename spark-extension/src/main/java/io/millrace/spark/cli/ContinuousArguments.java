/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.spark.ContinuousMode;
import io.millrace.spark.TriggerInterval;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** How an update goes on that does not end by itself. */
final class ContinuousArguments {

    @Option(
            names = "--continuous",
            description = "Go on until the update is stopped by Ctrl-C or SIGTERM.")
    private boolean continuous;

    @Option(
            names = "--trigger-interval",
            paramLabel = "10s",
            description =
                    "With --continuous: how often all flows look for new data (default:"
                            + " pipelines.trigger.interval, or 5 seconds for streams, 1 minute for"
                            + " materialized views over tables, 10 minutes for others).")
    private String interval;

    /** Empty for an update that ends when all is done. */
    Optional<ContinuousMode> mode(CommandSpec spec) {
        if (!continuous && interval != null) {
            throw new ParameterException(
                    spec.commandLine(), "--trigger-interval needs --continuous");
        }
        if (!continuous) {
            return Optional.empty();
        }
        if (interval == null) {
            return Optional.of(new ContinuousMode(Optional.empty()));
        }
        Duration every =
                TriggerInterval.parse(interval)
                        .orElseThrow(
                                () ->
                                        new ParameterException(
                                                spec.commandLine(),
                                                "--trigger-interval takes a number and a unit, such"
                                                        + " as 10s or 1m, not '"
                                                        + interval
                                                        + "'"));
        return Optional.of(new ContinuousMode(Optional.of(every)));
    }
}
