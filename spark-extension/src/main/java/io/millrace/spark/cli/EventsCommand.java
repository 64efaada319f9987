/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import com.fasterxml.jackson.databind.JsonNode;
import io.millrace.compiler.diagnostic.DisplayText;
import io.millrace.compiler.project.PipelineProject;
import io.millrace.spark.event.EventHistory;
import io.millrace.spark.storage.StorageFiles;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "events",
        description = {
            "Prints the event log of a pipeline, the oldest update first.",
            "Starts no Spark. As JSON it is one event a line, as it stands in the log."
        })
final class EventsCommand implements Callable<Integer> {

    private static final String LAST = "last";
    private static final String HADOOP = "spark.hadoop.";

    private final Terminal terminal;

    @Mixin private ProjectArguments arguments;

    @Option(
            names = "--update",
            paramLabel = "last|ID",
            description = "Only the events of the last update, or of the one with this id.")
    private String update;

    @Option(
            names = "--type",
            split = ",",
            paramLabel = "TYPE",
            description = "Only events of these types, such as flow_progress.")
    private List<String> types = List.of();

    @Option(
            names = "--format",
            defaultValue = "text",
            paramLabel = "FORMAT",
            description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
    private TextFormat format;

    EventsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        CompiledProject compiled =
                CompiledProject.load(arguments.path(), arguments.options(terminal));
        if (compiled.project().isEmpty()) {
            Messages.print(terminal, compiled.diagnostics());
            return compiled.exitCode();
        }
        PipelineProject project = compiled.project().get();
        String storage = Engine.storage(project, arguments.home(terminal));
        StorageFiles files = new StorageFiles(hadoop(project));
        List<EventHistory.Update> updates = new EventHistory(files, storage).updates();
        List<EventHistory.Update> chosen = choose(updates);
        if (chosen.isEmpty() && update != null && !update.equals(LAST)) {
            terminal.message("error: there is no update `" + update + "`");
            return ExitCode.USAGE;
        }
        if (updates.isEmpty()) {
            terminal.message("there are no events yet under " + storage);
        }
        chosen.forEach(one -> one.events().stream().filter(this::isWanted).forEach(this::print));
        return ExitCode.OK;
    }

    private static Configuration hadoop(PipelineProject project) {
        Configuration configuration = new Configuration();
        project.configuration()
                .forEach(
                        (key, value) -> {
                            if (key.startsWith(HADOOP)) {
                                configuration.set(key.substring(HADOOP.length()), value);
                            }
                        });
        return configuration;
    }

    private List<EventHistory.Update> choose(List<EventHistory.Update> updates) {
        if (update == null || updates.isEmpty()) {
            return updates;
        }
        if (update.equals(LAST)) {
            return updates.subList(updates.size() - 1, updates.size());
        }
        return updates.stream().filter(one -> one.id().equals(update)).toList();
    }

    private boolean isWanted(EventHistory.Event event) {
        return types.isEmpty() || types.contains(event.type().toLowerCase(Locale.ROOT));
    }

    private void print(EventHistory.Event event) {
        terminal.data(format == TextFormat.json ? event.line() : text(event.json()));
    }

    private static String text(JsonNode event) {
        return "%s %-7s %-20s %s"
                .formatted(
                        event.path("timestamp").asText(),
                        event.path("level").asText(),
                        event.path("event_type").asText(),
                        DisplayText.line(event.path("message").asText()));
    }
}
