/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.compiler.project.PipelineProject;
import io.millrace.spark.PipelineLocation;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.event.EventLogFunction;
import io.millrace.spark.secret.SecretReference;
import io.millrace.spark.secret.Secrets;
import io.millrace.spark.session.PipelineSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;

/**
 * The Spark session of one command, and where its pipeline keeps things.
 *
 * @param owned whether the command has started Spark, and so stops it
 */
record Engine(SparkSession session, PipelineLocation location, boolean owned)
        implements AutoCloseable {

    /** Starts Spark; what it logs goes to a file under the home folder. */
    static Engine start(PipelineProject project, Path home) throws IOException {
        LogFile.open(home);
        return begin(project, home, Sessions.running().isEmpty());
    }

    private static Engine begin(PipelineProject project, Path home, boolean owned) {
        SparkSession session =
                PipelineSession.builder()
                        .home(home)
                        .baseDirectory(project.root())
                        .settings(settings(project))
                        .start();
        String storage = storage(project, home);
        session.conf().set(EventLogFunction.STORAGE, storage);
        String warehouse = session.conf().get("spark.sql.warehouse.dir");
        return new Engine(session, new PipelineLocation(storage, warehouse), owned);
    }

    /**
     * Starts Spark for a command that writes nothing: what Spark logs is lost, and folders that its
     * catalog makes go again.
     */
    static Engine look(PipelineProject project, Path home) {
        Path warehouse = home.resolve("warehouse");
        List<Path> missing =
                Stream.of(warehouse, home).filter(folder -> !Files.exists(folder)).toList();
        boolean owned = Sessions.running().isEmpty();
        Engine engine = begin(project, home, owned);
        for (Path folder : missing) {
            try {
                Files.deleteIfExists(folder);
            } catch (IOException e) {
                // Somebody has put something into it meanwhile.
                break;
            }
        }
        return engine;
    }

    /** The project's configuration with the secrets that it names. */
    static Map<String, String> settings(PipelineProject project) {
        Map<String, String> given = project.configuration();
        return Secrets.areIn(given) ? Secrets.of(given).resolve(given) : given;
    }

    /** Where the pipeline keeps its state and its events. */
    static String storage(PipelineProject project, Path home) {
        return project.storage()
                .map(
                        storage ->
                                SecretReference.isIn(storage)
                                        ? Secrets.of(project.configuration()).resolve(storage)
                                        : storage)
                .orElseGet(
                        () ->
                                PipelineSession.hadoopUri(
                                        home.resolve("pipelines")
                                                .resolve(folderName(project.stateName()))));
    }

    /** Whether Spark runs in this process, as far as the settings tell. */
    static boolean isLocal(PipelineProject project) {
        String master =
                project.configuration()
                        .getOrDefault("spark.master", System.getProperty("spark.master", "local"));
        return master.toLowerCase(Locale.ROOT).startsWith("local");
    }

    /**
     * A name that is a folder's name on every system: other characters become {@code ~} and hex.
     */
    static String folderName(String pipeline) {
        StringBuilder result = new StringBuilder();
        pipeline.codePoints()
                .forEach(
                        c -> {
                            boolean plain =
                                    Character.isLetterOrDigit(c)
                                            || c == '_'
                                            || c == '-'
                                            || (c == '.' && !result.isEmpty());
                            if (plain) {
                                result.appendCodePoint(c);
                            } else {
                                result.append('~').append(Integer.toHexString(c));
                            }
                        });
        return result.toString();
    }

    @Override
    public void close() {
        if (owned) {
            session.stop();
        }
    }
}
