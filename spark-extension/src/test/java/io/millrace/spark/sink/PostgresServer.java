/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * A PostgreSQL of this process in a temporary folder, from the programs that the machine has. Where
 * it has none, tests that need it are skipped, unless {@code MILLRACE_REQUIRE_POSTGRESQL} is set.
 */
final class PostgresServer {

    private static final Path PACKAGES = Path.of("/usr/lib/postgresql");
    private static PostgresServer running;

    private final Path programs;
    private final Path folder;
    private final int port;

    private PostgresServer(Path programs, Path folder, int port) {
        this.programs = programs;
        this.folder = folder;
        this.port = port;
    }

    /** The one server of the process; started when it is asked for. */
    static synchronized PostgresServer get() {
        if (running == null) {
            Optional<Path> programs = programs();
            if (programs.isEmpty() && System.getenv("MILLRACE_REQUIRE_POSTGRESQL") == null) {
                Assumptions.abort("PostgreSQL is not installed (no initdb)");
            }
            running = start(programs.orElseThrow());
        }
        return running;
    }

    /** Debian keeps them off the search path. */
    private static Optional<Path> programs() {
        Stream<Path> search =
                Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                        .map(Path::of);
        try (Stream<Path> versions =
                Files.isDirectory(PACKAGES) ? Files.list(PACKAGES) : Stream.empty()) {
            return Stream.concat(
                            versions
                                    .sorted(Comparator.reverseOrder())
                                    .map(version -> version.resolve("bin"))
                                    .toList()
                                    .stream(),
                            search)
                    .filter(folder -> Files.isExecutable(folder.resolve("initdb")))
                    .findFirst();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static PostgresServer start(Path programs) {
        try {
            Path folder = Files.createTempDirectory("millrace-postgres");
            int port;
            try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                port = free.getLocalPort();
            }
            PostgresServer server = new PostgresServer(programs, folder, port);
            if (isRoot()) {
                // The server refuses to run as root.
                server.exec(List.of("chown", "postgres", folder.toString()));
            }
            server.run(
                    "initdb",
                    "-D",
                    server.data(),
                    "-A",
                    "trust",
                    "-U",
                    "millrace",
                    "-E",
                    "UTF8",
                    "--locale=C",
                    "--no-sync");
            Runtime.getRuntime().addShutdownHook(new Thread(server::stop));
            server.run(
                    "pg_ctl",
                    "-D",
                    server.data(),
                    "-l",
                    folder.resolve("log").toString(),
                    "-w",
                    "-o",
                    "-p %d -c listen_addresses=127.0.0.1 -c fsync=off -c unix_socket_directories=%s"
                            .formatted(port, folder),
                    "start");
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private void run(String program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if (isRoot()) {
            command.addAll(List.of("runuser", "-u", "postgres", "--"));
        }
        command.add(programs.resolve(program).toString());
        command.addAll(List.of(arguments));
        exec(command);
    }

    private void exec(List<String> command) throws IOException {
        Path output = Files.createTempFile("millrace-postgres", ".txt");
        Process process =
                new ProcessBuilder(command)
                        .directory(new File("/"))
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        try {
            boolean ended = process.waitFor(2, TimeUnit.MINUTES);
            if (!ended || process.exitValue() != 0) {
                throw new IOException(command + ": " + Files.readString(output));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } finally {
            Files.delete(output);
        }
    }

    private void stop() {
        try {
            run("pg_ctl", "-D", data(), "-m", "immediate", "stop");
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            // What is left is in a temporary folder.
            return;
        }
    }

    /** Where it is reached; every user may log in. */
    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=millrace";
    }
}
