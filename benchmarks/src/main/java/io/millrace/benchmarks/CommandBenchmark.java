/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.launcher.JavaModuleOptions;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.Trigger;

/**
 * A small run from the command line to its end: {@code bin/millrace run} beside a program that does
 * the same work on a plain session, both cold, each in a process of its own.
 */
final class CommandBenchmark {

    private static final String PIPELINE =
            """
            CREATE OR REFRESH STREAMING TABLE orders AS
            SELECT * FROM STREAM read_files('%s', format => 'json', schema => 'id BIGINT, amount BIGINT');
            """;

    private CommandBenchmark() {}

    /** A pipeline of one table over one file of three rows. */
    static Path project(Path folder) throws IOException {
        Path data = Files.createDirectories(folder.resolve("data"));
        Files.writeString(
                data.resolve("orders.json"),
                """
                {"id": 1, "amount": 10}
                {"id": 2, "amount": 20}
                {"id": 3, "amount": 30}
                """);
        Path sql = Files.createDirectories(folder.resolve("orders"));
        Files.writeString(sql.resolve("orders.sql"), PIPELINE.formatted(data));
        return folder;
    }

    /** Wall time of the launcher's first run in a new home, in milliseconds. */
    static long millrace(Path launcher, Path project, Path home) throws Exception {
        return time(
                List.of(
                        launcher.toString(),
                        "run",
                        project.resolve("orders").toString(),
                        "--home",
                        home.toString()),
                home);
    }

    /** Wall time of the program in a new folder, in milliseconds. */
    static long program(Path project, Path home) throws Exception {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(JavaModuleOptions.defaultModuleOptionArray()));
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.add(CommandBenchmark.class.getName());
        command.addAll(List.of(project.resolve("data").toString(), home.toString()));
        return time(command, home);
    }

    private static long time(List<String> command, Path home) throws Exception {
        Files.createDirectories(home);
        Path log = home.resolve("output.log");
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.redirectOutput(log.toFile());
        long start = System.nanoTime();
        int status = builder.start().waitFor();
        long time = (System.nanoTime() - start) / 1_000_000;
        if (status != 0) {
            throw new IllegalStateException("ended with " + status + ", see " + log);
        }
        return time;
    }

    /** The program: arguments are the folder of the files and one for the table. */
    public static void main(String[] arguments) throws Exception {
        Path home = Path.of(arguments[1]);
        try (SparkSession session = PlainSession.start(home)) {
            session.readStream()
                    .schema("id BIGINT, amount BIGINT")
                    .json(arguments[0])
                    .writeStream()
                    .format("delta")
                    .option("checkpointLocation", home.resolve("checkpoint").toString())
                    .trigger(Trigger.AvailableNow())
                    .toTable("orders")
                    .awaitTermination();
            long rows = session.table("orders").count();
            if (rows != 3) {
                throw new IllegalStateException("rows " + rows);
            }
        }
    }
}
