/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.spark.doctor.Doctor;
import io.millrace.spark.doctor.Finding;
import io.millrace.spark.doctor.Finding.State;
import io.millrace.spark.session.PipelineSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "doctor",
        description = {
            "Looks at the Spark that pipelines run on: versions, extensions and their order,"
                    + " catalog, storage.",
            "Exit code 0: all is well, perhaps with warnings; 1: something is wrong, and the output"
                    + " says how to mend it."
        })
final class DoctorCommand implements Callable<Integer> {

    private final Terminal terminal;

    @Mixin private FormatOption format;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description = "A Spark setting. May be repeated.")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(
            names = "--home",
            paramLabel = "DIR",
            description =
                    "Where tables, state and logs go (default: $$MILLRACE_HOME, or .millrace in the"
                            + " current folder).")
    private Path home;

    DoctorCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws IOException {
        Path folder = ProjectArguments.home(home, terminal);
        LogFile.open(folder);
        boolean owned = io.millrace.spark.catalyst.Sessions.running().isEmpty();
        SparkSession session = PipelineSession.builder().home(folder).settings(settings).start();
        try {
            List<Finding> findings =
                    Doctor.examine(session, PipelineSession.hadoopUri(folder.resolve("pipelines")));
            if (format.isJson()) {
                terminal.data(JsonText.of(json(findings)));
            } else {
                findings.forEach(this::print);
            }
            boolean wrong = findings.stream().anyMatch(f -> f.state() == State.ERROR);
            return wrong ? ExitCode.FAILED : ExitCode.OK;
        } finally {
            if (owned) {
                session.stop();
            }
        }
    }

    private void print(Finding finding) {
        terminal.data(
                "%-8s %s: %s"
                        .formatted(
                                finding.state().name().toLowerCase(Locale.ROOT),
                                finding.check(),
                                finding.detail()));
        finding.remedy().ifPresent(remedy -> terminal.data("         to mend it: " + remedy));
    }

    private static ObjectNode json(List<Finding> findings) {
        ObjectNode result = JsonNodeFactory.instance.objectNode();
        ArrayNode all = result.putArray("findings");
        for (Finding finding : findings) {
            ObjectNode node =
                    all.addObject()
                            .put("check", finding.check())
                            .put("state", finding.state().name())
                            .put("detail", finding.detail());
            finding.remedy().ifPresent(remedy -> node.put("remedy", remedy));
        }
        return result;
    }
}
