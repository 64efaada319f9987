/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.spark.UpdateRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** What an update is asked to do: the options of {@code run} that {@code plan} takes too. */
final class UpdateOptions {

    @Option(
            names = "--refresh",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Refresh these datasets only; +NAME with all that it reads, NAME+ with all that"
                            + " reads it.")
    private List<String> refresh = new ArrayList<>();

    @Option(
            names = "--full-refresh",
            split = ",",
            paramLabel = "NAME",
            description = "Compute these datasets anew; + as in --refresh.")
    private List<String> fullRefresh = new ArrayList<>();

    @Option(
            names = "--full-refresh-all",
            description = "Compute all datasets anew, save those that forbid it.")
    private boolean fullRefreshAll;

    @Option(
            names = "--reset-checkpoint",
            split = ",",
            paramLabel = "FLOW",
            description = "Let these flows read their sources from the beginning; keeps the data.")
    private List<String> resetCheckpoints = new ArrayList<>();

    @Option(
            names = "--failed",
            description = "Refresh only what failed or was skipped in the last update.")
    private boolean failed;

    @Option(
            names = "--rename",
            split = ",",
            paramLabel = "OLD=NEW",
            description =
                    "The flow or table NEW goes on where OLD stopped; of two paths: files that were"
                            + " read have moved.")
    private Map<String, String> renames = new LinkedHashMap<>();

    @Option(
            names = "--as-new",
            split = ",",
            paramLabel = "NAME",
            description =
                    "The flow or table NAME is new, although it does what one did that is gone:"
                            + " it reads everything. A flow that reads from another place than"
                            + " before: what is there is other input.")
    private List<String> asNew = new ArrayList<>();

    @Option(
            names = "--force",
            description =
                    "Refresh in full although rows would be lost, or streams further down could not"
                            + " follow; go on from a checkpoint of another query.")
    private boolean force;

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            description =
                    "For a table of a REPLACE WHERE flow, named by --refresh: compute the rows that"
                            + " meet this condition instead of the flow's own.")
    private String where;

    /** Fails for options that do not go together. */
    void check(CommandSpec spec) {
        if (where != null && (refresh.size() != 1 || !fullRefresh.isEmpty())) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--where is about one table: name it, and it alone, with --refresh");
        }
        if (fullRefreshAll && !(refresh.isEmpty() && fullRefresh.isEmpty())) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--full-refresh-all takes all datasets; leave out --refresh and"
                            + " --full-refresh");
        }
        if (failed && (fullRefreshAll || !(refresh.isEmpty() && fullRefresh.isEmpty()))) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--failed chooses the datasets; leave out --refresh, --full-refresh and"
                            + " --full-refresh-all");
        }
    }

    UpdateRequest request(int maxConcurrentFlows, int flowRetries) {
        return new UpdateRequest(
                refresh,
                fullRefresh,
                fullRefreshAll,
                resetCheckpoints,
                failed,
                renames,
                asNew,
                force,
                maxConcurrentFlows,
                flowRetries,
                Optional.empty(),
                where == null ? Map.of() : Map.of(refresh.get(0), where));
    }
}
