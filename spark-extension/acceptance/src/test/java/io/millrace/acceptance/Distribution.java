/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Spark distribution as users have it, in a folder of the build, with the jars of Delta and of
 * Millrace beside it. Without Python the tests are skipped, and say so; where {@code
 * MILLRACE_REQUIRE_SPARK} is set they fail.
 */
final class Distribution {

    /** Tests run in the folder of their module. */
    static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();

    private static final boolean REQUIRED = System.getenv("MILLRACE_REQUIRE_SPARK") != null;
    private static final Path FOLDER = Path.of("target", "spark").toAbsolutePath();
    private static final Duration INSTALLATION = Duration.ofMinutes(15);

    private static final Pattern CLASSIC = Pattern.compile("^spark-(sql|connect)_");

    private static Distribution instance;

    private final Path home;
    private final List<Path> jars;

    private Distribution(Path home, List<Path> jars) {
        this.home = home;
        this.jars = List.copyOf(jars);
    }

    /** Installs it unless that is done. */
    static synchronized Distribution get() {
        if (instance == null) {
            instance = install();
        }
        return instance;
    }

    private static Distribution install() {
        List<Path> jars = new ArrayList<>(list(Path.of("target", "jars"), ".jar"));
        List<Path> bundle = list(ROOT.resolve("spark-extension/target"), "-bundle.jar");
        need(bundle.size() == 1, "no bundle: build with `mvn verify`, which packages it first");
        jars.addAll(bundle);
        Program.Result result =
                Program.of(List.of("./install-spark.sh", FOLDER.toString()))
                        .run(Path.of("").toAbsolutePath(), INSTALLATION);
        need(result.exitCode() == 0, "no Spark distribution: " + result.output());
        Path packages = list(FOLDER.resolve("lib"), "").get(0).resolve("site-packages");
        return new Distribution(packages.resolve("pyspark"), jars);
    }

    private static void need(boolean condition, String message) {
        if (REQUIRED) {
            assertThat(condition).as(message).isTrue();
        }
        assumeTrue(condition, message);
    }

    private static List<Path> list(Path folder, String suffix) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> paths = Files.list(folder)) {
            return paths.filter(path -> path.toString().endsWith(suffix))
                    .map(Path::toAbsolutePath)
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Path home() {
        return home;
    }

    Path python() {
        return FOLDER.resolve("bin/python");
    }

    Path bundle() {
        return jars.get(jars.size() - 1);
    }

    /** The distribution has the client for its shell; the classic Spark beside it is left out. */
    private String connectClient() {
        List<Path> client = list(home.resolve("jars/connect-repl"), "-client-jvm_2.13-4.2.0.jar");
        List<Path> others =
                list(home.resolve("jars"), ".jar").stream()
                        .filter(jar -> !CLASSIC.matcher(jar.getFileName().toString()).find())
                        .toList();
        return Stream.of(client, others)
                .flatMap(List::stream)
                .map(Path::toString)
                .collect(Collectors.joining(":"));
    }

    private String jars(String separator) {
        return jars.stream().map(Path::toString).collect(Collectors.joining(separator));
    }

    /**
     * The environment of a user's shell: the programs in the path, the jars in {@code JARS}, and
     * settings for small machines where Spark looks for its defaults.
     *
     * @param folder gets the settings
     */
    Map<String, String> environment(Path folder) throws IOException {
        Path settings = Files.createDirectories(folder.resolve("conf"));
        Files.writeString(
                settings.resolve("spark-defaults.conf"),
                """
                spark.ui.enabled                         false
                spark.ui.showConsoleProgress             false
                spark.driver.host                        127.0.0.1
                spark.driver.bindAddress                 127.0.0.1
                spark.sql.shuffle.partitions             2
                spark.jars.ivy                           %s
                spark.databricks.delta.snapshotPartitions 1
                spark.driver.extraJavaOptions            -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
                spark.executor.extraJavaOptions          -XX:TieredStopAtLevel=1 -XX:+UseSerialGC
                """
                        .formatted(folder.resolve("ivy")));
        Map<String, String> environment = new HashMap<>();
        environment.put("SPARK_HOME", home.toString());
        environment.put("SPARK_CONF_DIR", settings.toString());
        environment.put("SPARK_LOCAL_IP", "127.0.0.1");
        environment.put("SPARK_SUBMIT_OPTS", "-XX:TieredStopAtLevel=1");
        environment.put("PYSPARK_PYTHON", python().toString());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("EXAMPLES", ROOT.resolve("sql-examples").toString());
        environment.put("JARS", jars(","));
        environment.put("CLASSPATH_JARS", jars(":"));
        environment.put("MILLRACE_JAR", bundle().toString());
        environment.put("REPOSITORY", Repository.make().toUri().toString());
        environment.put("HIVE_JDBC", home.resolve("jars") + "/*");
        environment.put("CONNECT_CLIENT", connectClient());
        environment.put(
                "DELTA_JARS",
                jars.subList(0, jars.size() - 1).stream()
                        .map(Path::toString)
                        .collect(Collectors.joining(",")));
        environment.put(
                "PATH",
                FOLDER.resolve("bin") + ":" + home.resolve("bin") + ":" + System.getenv("PATH"));
        return environment;
    }
}
