/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.kafka;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A broker on a free port of this machine. It ends with the process that started it, however that
 * ends.
 */
public final class KafkaBroker implements AutoCloseable {

    private static final String HOST = "127.0.0.1";

    private final Path folder;
    private final int port;
    private final int controllerPort;
    private Process process;

    private KafkaBroker(Path folder) {
        this.folder = folder;
        try (ServerSocket one = socket();
                ServerSocket other = socket()) {
            this.port = one.getLocalPort();
            this.controllerPort = other.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException("no free port", e);
        }
    }

    private static ServerSocket socket() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    /** The broker of this process, started when it is asked for first. */
    public static KafkaBroker shared() {
        return Shared.BROKER;
    }

    /**
     * Starts a broker and waits until it answers.
     *
     * @param folder for its data and its log, made when missing
     */
    public static KafkaBroker start(Path folder) {
        KafkaBroker broker = new KafkaBroker(folder);
        broker.start();
        return broker;
    }

    /** What clients write as {@code bootstrap.servers}. */
    public String servers() {
        return HOST + ":" + port;
    }

    /** Starts it again, on the same port with the same data. */
    public void start() {
        try {
            Files.createDirectories(folder);
            ProcessBuilder command = new ProcessBuilder(command());
            command.environment().put("CLASSPATH", classPath());
            command.redirectError(folder.resolve("stderr.txt").toFile());
            process = command.start();
            // Not closed: the process would go on without anybody reading what it prints.
            BufferedReader out = process.inputReader(StandardCharsets.UTF_8);
            String line = out.readLine();
            while (line != null && !line.equals(BrokerProcess.READY)) {
                line = out.readLine();
            }
            if (line == null) {
                throw new IllegalStateException("the broker did not start, see " + folder);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the broker did not start, see " + folder, e);
        }
    }

    private List<String> command() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return List.of(
                java,
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dlog4j.configuration=io/millrace/kafka/broker-log4j.properties",
                "-Dmillrace.broker.folder=" + folder.toAbsolutePath(),
                BrokerProcess.class.getName(),
                folder.toAbsolutePath().toString(),
                String.valueOf(port),
                String.valueOf(controllerPort));
    }

    private static String classPath() throws IOException {
        try (InputStream jars = KafkaBroker.class.getResourceAsStream("broker.class-path")) {
            String own =
                    Path.of(
                                    KafkaBroker.class
                                            .getProtectionDomain()
                                            .getCodeSource()
                                            .getLocation()
                                            .toURI())
                            .toString();
            String others = new String(jars.readAllBytes(), StandardCharsets.UTF_8).strip();
            return own + File.pathSeparator + others;
        } catch (URISyntaxException e) {
            throw new IOException(e);
        }
    }

    /** Stops it; its data stay. */
    @Override
    public void close() {
        try {
            process.getOutputStream().close();
            if (!process.waitFor(30, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (IOException e) {
            process.destroyForcibly();
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static final class Shared {
        static final KafkaBroker BROKER = start(Path.of("target", "kafka-" + System.nanoTime()));
    }
}
