/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A program of the distribution, run as a process. */
final class Program {

    private final List<String> command;
    private final Map<String, String> environment = new HashMap<>();

    private Program(List<String> command) {
        this.command = List.copyOf(command);
    }

    static Program of(List<String> command) {
        return new Program(command);
    }

    /** A line for the shell. */
    static Program shell(String line) {
        return new Program(List.of("bash", "-c", line));
    }

    Program with(Map<String, String> variables) {
        environment.putAll(variables);
        return this;
    }

    /**
     * What a program did.
     *
     * @param output both streams
     */
    record Result(int exitCode, String output) {}

    Result run(Path folder, Duration timeout) {
        try (Running running = start(folder)) {
            assertThat(running.process.waitFor(timeout.toSeconds(), TimeUnit.SECONDS))
                    .as("%s ends%n%s", command, running.output())
                    .isTrue();
            String printed = running.output();
            return new Result(running.process.exitValue(), printed);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    Running start(Path folder) {
        try {
            Path output = Files.createTempFile("millrace-program", ".log");
            ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("SPARK_"));
            builder.environment().putAll(environment);
            builder.redirectErrorStream(true).redirectOutput(output.toFile());
            return new Running(builder.start(), output);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A program that runs; closing it ends it with all that it has started. */
    record Running(Process process, Path file) implements AutoCloseable {

        String output() {
            try {
                return Files.readString(file, StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Waits until it has printed something. */
        void await(String text, Duration timeout) throws InterruptedException {
            long deadline = System.nanoTime() + timeout.toNanos();
            while (!output().contains(text)) {
                assertThat(process.isAlive() && System.nanoTime() < deadline)
                        .as("it prints `%s`%n%s", text, output())
                        .isTrue();
                TimeUnit.MILLISECONDS.sleep(100);
            }
        }

        void kill() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }

        @Override
        public void close() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            try {
                process.waitFor(10, TimeUnit.SECONDS);
                Files.deleteIfExists(file);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
