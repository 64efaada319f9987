/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.compiler.project.PipelineProject;
import io.millrace.spark.event.EventHistory;
import io.millrace.spark.event.EventLevel;
import io.millrace.spark.storage.StorageFiles;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
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
    private static final String ALL = "all";
    private static final String HADOOP = "spark.hadoop.";
    private static final long POLL_MS = 500;

    private final Terminal terminal;

    @Mixin private ProjectArguments arguments;

    @Option(
            names = "--update",
            paramLabel = "last|ID|all",
            description =
                    "Only the events of the last update, or of the one with this id (default:"
                            + " all).")
    private String update = ALL;

    @Option(
            names = "--type",
            split = ",",
            paramLabel = "TYPE",
            description = "Only events of these types, such as flow_progress.")
    private List<String> types = List.of();

    @Option(
            names = "--level",
            paramLabel = "LEVEL",
            description =
                    "Only events of this weight or more: METRICS, INFO, WARN, ERROR (default:"
                            + " METRICS).")
    private EventLevel level = EventLevel.METRICS;

    @Option(
            names = "--flow",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Only events of these flows, or of the flows into these datasets; with or"
                            + " without catalog and schema.")
    private List<String> flows = List.of();

    @Option(
            names = "--follow",
            description =
                    "Print the events of the last update, or of the one that begins next, as they"
                            + " come, until it ends.")
    private boolean follow;

    @Mixin private FormatOption format;

    EventsCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        CompiledProject compiled =
                CompiledProject.load(arguments.path(), arguments.options(terminal));
        if (compiled.project().isEmpty()) {
            Messages.print(terminal, compiled.diagnostics());
            return compiled.exitCode();
        }
        PipelineProject project = compiled.project().get();
        String storage = Engine.storage(project, arguments.home(terminal));
        EventHistory history = new EventHistory(new StorageFiles(hadoop(project)), storage);
        return follow ? follow(history) : print(history, storage);
    }

    private int print(EventHistory history, String storage) {
        List<EventHistory.Update> updates = history.updates();
        List<EventHistory.Update> chosen = choose(updates);
        if (chosen.isEmpty() && !update.equals(LAST) && !update.equals(ALL)) {
            terminal.message("error: there is no update `" + update + "`");
            return ExitCode.USAGE;
        }
        if (updates.isEmpty()) {
            terminal.message("there are no events yet under " + storage);
        }
        chosen.forEach(one -> one.events().forEach(this::print));
        return ExitCode.OK;
    }

    /** The last update; one that has ended already gives way to the next. */
    private int follow(EventHistory history) throws InterruptedException {
        boolean given = !update.equals(LAST) && !update.equals(ALL);
        List<EventHistory.Update> chosen = given ? choose(history.updates()) : List.of();
        if (given && chosen.isEmpty()) {
            terminal.message("error: there is no update `" + update + "`");
            return ExitCode.USAGE;
        }
        String id = given ? update : history.running();
        while (id.isEmpty()) {
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
            id = history.running();
        }
        int printed = 0;
        while (true) {
            EventHistory.Update now = history.update(id);
            List<EventHistory.Event> events = now.events();
            for (; printed < events.size(); printed++) {
                print(events.get(printed));
            }
            terminal.flush();
            if (now.hasEnded()) {
                return ExitCode.OK;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MS);
        }
    }

    private static Configuration hadoop(PipelineProject project) {
        Configuration configuration = new Configuration();
        Engine.settings(project)
                .forEach(
                        (key, value) -> {
                            if (key.startsWith(HADOOP)) {
                                configuration.set(key.substring(HADOOP.length()), value);
                            }
                        });
        return configuration;
    }

    private List<EventHistory.Update> choose(List<EventHistory.Update> updates) {
        if (update.equals(ALL) || updates.isEmpty()) {
            return updates;
        }
        if (update.equals(LAST)) {
            return updates.subList(updates.size() - 1, updates.size());
        }
        return updates.stream().filter(one -> one.id().equals(update)).toList();
    }

    private boolean isWanted(EventHistory.Event event) {
        boolean type = types.isEmpty() || types.stream().anyMatch(event.type()::equalsIgnoreCase);
        return type
                && weight(event.json().path("level").asText()) >= weight(level.name())
                && (flows.isEmpty() || flows.stream().anyMatch(event::isAbout));
    }

    private static int weight(String level) {
        return List.of("METRICS", "INFO", "WARN", "ERROR").indexOf(level);
    }

    private void print(EventHistory.Event event) {
        if (isWanted(event)) {
            terminal.data(format.isJson() ? event.line() : EventText.of(event));
        }
    }
}
