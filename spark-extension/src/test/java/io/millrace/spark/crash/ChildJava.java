/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.crash;

import java.io.File;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts Java processes that begin fast: the class path is one of jars, and what the first process
 * has loaded is kept in an archive for those after it.
 */
public final class ChildJava {

    private static final List<String> OPEN_PACKAGES =
            List.of(
                    "java.lang",
                    "java.lang.invoke",
                    "java.lang.reflect",
                    "java.io",
                    "java.net",
                    "java.nio",
                    "java.util",
                    "java.util.concurrent",
                    "java.util.concurrent.atomic",
                    "jdk.internal.ref",
                    "sun.nio.ch",
                    "sun.nio.cs",
                    "sun.security.action",
                    "sun.util.calendar");

    /** Those of the tests are not for processes that log as a user's do. */
    private static final String LOG_SETTINGS = "log4j2-test.properties";

    private static ChildJava shared;

    private final Path folder;
    private final String classPath;
    private final Path archive;

    /** The one of this process; its jars and archive are made at the first call. */
    public static synchronized ChildJava shared() throws IOException {
        if (shared == null) {
            Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
            shared = new ChildJava(Files.createTempDirectory(target, "child-java"));
            shared.makeArchive();
        }
        return shared;
    }

    private ChildJava(Path folder) throws IOException {
        this.folder = folder;
        this.archive = folder.resolve("classes.jsa");
        String given =
                System.getProperty(
                        "surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> jars = new ArrayList<>();
        for (String entry : given.split(File.pathSeparator, -1)) {
            if (entry.isEmpty()) {
                // The folder that one stands in, with all that the tests write: not meant.
                continue;
            }
            Path path = Path.of(entry);
            if (Files.isDirectory(path)) {
                jars.add(jar(path, jars.size()).toString());
            } else if (Files.isRegularFile(path)) {
                jars.add(path.toString());
            }
        }
        this.classPath = String.join(File.pathSeparator, jars);
    }

    /** A process whose output goes to a file. */
    public Process start(
            String name, LinkedHashMap<String, String> properties, Path log, String... arguments)
            throws IOException {
        return start(name, properties, Map.of(), log, arguments);
    }

    /**
     * The same with more variables than this process has.
     *
     * @param environment the additional variables
     */
    public Process start(
            String name,
            LinkedHashMap<String, String> properties,
            Map<String, String> environment,
            Path log,
            String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx1g", "-Xss16m", "-XX:TieredStopAtLevel=1"));
        command.addAll(List.of("-XX:+UseSerialGC", "-Xshare:auto", "-Xlog:disable"));
        if (Files.exists(archive)) {
            command.add("-XX:SharedArchiveFile=" + archive);
        } else {
            command.add("-XX:ArchiveClassesAtExit=" + archive);
        }
        OPEN_PACKAGES.forEach(
                open -> command.add("--add-opens=java.base/" + open + "=ALL-UNNAMED"));
        properties.forEach((key, value) -> command.add("-D" + key + "=" + value));
        command.addAll(List.of("-cp", classPath, name));
        command.addAll(Arrays.asList(arguments));
        ProcessBuilder process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        process.environment().putAll(environment);
        return process.start();
    }

    /** Not left to the first process that ends by itself: those before it would begin slowly. */
    private void makeArchive() throws IOException {
        Path log = folder.resolve("warm-up.txt");
        Process process =
                start(
                        "io.millrace.spark.cli.Millrace",
                        new LinkedHashMap<>(),
                        log,
                        "warm-up",
                        "engine");
        try {
            if (!process.waitFor(5, TimeUnit.MINUTES) || process.exitValue() != 0) {
                process.destroyForcibly();
                throw new IOException("no warm-up: " + Files.readString(log));
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            throw new InterruptedIOException("interrupted in the warm-up");
        }
    }

    private Path jar(Path classes, int number) throws IOException {
        Path jar = folder.resolve("classes-" + number + ".jar");
        List<Path> files;
        try (Stream<Path> all = Files.walk(classes)) {
            files =
                    all.filter(Files::isRegularFile)
                            .filter(file -> !file.endsWith(LOG_SETTINGS))
                            .sorted()
                            .collect(Collectors.toList());
        }
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out)) {
            for (Path file : files) {
                String name = classes.relativize(file).toString().replace(File.separatorChar, '/');
                entries.putNextEntry(new JarEntry(name));
                Files.copy(file, entries);
                entries.closeEntry();
            }
        }
        return jar;
    }
}
