/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A standalone cluster on loopback: a master, two workers, and the bundle under spark-submit. */
class ClusterTest {

    private static final Duration PATIENCE = Duration.ofMinutes(6);

    @Test
    void anUpdateOutlivesTheDeathOfAWorker(@TempDir Path folder) throws Exception {
        Map<String, String> environment = Distribution.get().environment(folder);
        Path project = Files.createDirectories(folder.resolve("project"));
        Files.writeString(
                project.resolve("spark-pipeline.yml"),
                """
                name: cluster
                libraries:
                  - glob: {include: slow.sql}
                storage: file://%s
                """
                        .formatted(folder.resolve("storage")));
        Files.writeString(
                project.resolve("slow.sql"),
                """
                CREATE MATERIALIZED VIEW slow AS
                SELECT id, java_method('java.lang.Thread', 'sleep', 2000L) AS slept
                FROM range(0, 10, 1, 10)
                """);
        int port = freePort();
        String master = "spark://127.0.0.1:" + port;
        try (Program.Running boss =
                        spark(
                                environment,
                                folder,
                                "org.apache.spark.deploy.master.Master --host 127.0.0.1 --port %d --webui-port 0"
                                        .formatted(port));
                Program.Running first = worker(environment, folder, master);
                Program.Running second = worker(environment, folder, master)) {
            boss.await("I have been elected leader", PATIENCE);
            first.await("Successfully registered with master", PATIENCE);
            second.await("Successfully registered with master", PATIENCE);
            String submit =
                    "spark-submit --master %s --jars $DELTA_JARS --conf spark.executor.memory=512m"
                            + " --conf spark.sql.warehouse.dir=file://%s --class"
                            + " io.millrace.spark.cli.Millrace $MILLRACE_JAR run project --format json";
            try (Program.Running update =
                    Program.shell(submit.formatted(master, folder.resolve("warehouse")))
                            .with(environment)
                            .start(folder)) {
                update.await("slow STARTING", PATIENCE);
                TimeUnit.SECONDS.sleep(3);
                first.kill();
                assertThat(update.process().waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                        .isTrue();
                assertThat(update.process().exitValue()).as(update.output()).isZero();
                assertThat(update.output())
                        .contains("\"status\":\"COMPLETED\"")
                        .contains("\"output_rows\":10");
            }
        }
        assertThat(commits(folder.resolve("warehouse/slow"))).isNotEmpty();
    }

    private static Program.Running worker(
            Map<String, String> environment, Path folder, String master) {
        return spark(
                environment,
                folder,
                "org.apache.spark.deploy.worker.Worker --host 127.0.0.1 --cores 1 --memory 600m"
                        + " --webui-port 0 --work-dir "
                        + folder.resolve("work")
                        + " "
                        + master);
    }

    private static Program.Running spark(
            Map<String, String> environment, Path folder, String arguments) {
        return Program.shell("exec spark-class " + arguments).with(environment).start(folder);
    }

    private static List<Path> commits(Path table) throws IOException {
        try (Stream<Path> files = Files.list(table.resolve("_delta_log"))) {
            return files.filter(file -> file.toString().endsWith(".json")).toList();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
