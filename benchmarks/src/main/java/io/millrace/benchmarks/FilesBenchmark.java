/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks;

import io.millrace.spark.cli.Millrace;
import io.millrace.spark.session.PipelineSession;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/**
 * Many small files in one folder, as a stream into a Delta table: {@code read_files} and Spark's
 * own file source, each in a process of its own over the same files.
 */
public final class FilesBenchmark {

    /** How many files there are, unless the environment says otherwise. */
    private static final int FILES = 5_000;

    private static final String FILES_VARIABLE = "MILLRACE_BENCHMARK_FILES";
    private static final int WARM_UP_FILES = 50;

    private FilesBenchmark() {}

    static int files() {
        String given = System.getenv(FILES_VARIABLE);
        return given == null ? FILES : Integer.parseInt(given);
    }

    /** The folder with all files, one row in each. */
    static Path input(Path folder) throws Exception {
        return write(Files.createDirectories(folder.resolve("in")), files());
    }

    private static Path write(Path folder, int files) throws Exception {
        for (int i = 0; i < files; i++) {
            add(folder, "f" + i, i);
        }
        return folder;
    }

    private static void add(Path folder, String name, long id) throws Exception {
        Files.writeString(folder.resolve(name + ".json"), "{\"id\": " + id + "}\n");
    }

    /**
     * Arguments: {@code millrace} or {@code plain}, an empty folder, that of the files. Prints the
     * milliseconds of a run that reads all files, of one that finds nothing new, and of one that
     * finds one file more.
     */
    public static void main(String[] arguments) throws Exception {
        Path folder = Path.of(arguments[1]).toAbsolutePath();
        Path input = Path.of(arguments[2]).toAbsolutePath();
        boolean millrace = arguments[0].equals("millrace");
        SparkSession session =
                millrace
                        ? PipelineSession.builder().home(folder.resolve("home")).start()
                        : PlainSession.start(folder);
        session.sparkContext().setLogLevel("OFF");
        try {
            Path few = write(Files.createDirectories(folder.resolve("few")), WARM_UP_FILES);
            measure(reader(session, millrace, folder, few, "warm"), few, "warm");
            long[] times =
                    measure(
                            reader(session, millrace, folder, input, "many"),
                            input,
                            "more-" + System.nanoTime());
            long rows =
                    session.read()
                            .format("delta")
                            .load(place(session, millrace, folder, "many"))
                            .count();
            if (rows < files() + 1) {
                throw new IllegalStateException(rows + " rows of " + files() + " files");
            }
            System.out.println("RESULT %d %d %d".formatted(times[0], times[1], times[2]));
        } finally {
            session.stop();
        }
    }

    /** Runs a stream to the end of what is there. */
    private interface Reader {
        void run() throws Exception;
    }

    private static long[] measure(Reader reader, Path input, String more) throws Exception {
        long first = time(reader);
        long idle = time(reader);
        add(input, more, -1);
        return new long[] {first, idle, time(reader)};
    }

    private static long time(Reader reader) throws Exception {
        long start = System.nanoTime();
        reader.run();
        return (System.nanoTime() - start) / 1_000_000;
    }

    private static Reader reader(
            SparkSession session, boolean millrace, Path folder, Path input, String name)
            throws Exception {
        return millrace ? pipeline(folder, input, name) : () -> plain(session, folder, input, name);
    }

    private static Reader pipeline(Path folder, Path input, String name) throws Exception {
        Path project =
                Files.writeString(
                        folder.resolve(name + ".sql"),
                        """
                        CREATE STREAMING TABLE %s AS SELECT * FROM STREAM read_files('file:%s',
                          format => 'json', schema => 'id BIGINT', maxFilesPerTrigger => 1000000000);
                        """
                                .formatted(name, input));
        PrintStream nowhere =
                new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return () -> {
            int status =
                    Millrace.run(
                            nowhere,
                            System.err,
                            "run",
                            project.toString(),
                            "--home",
                            folder.resolve("home").toString());
            if (status != 0) {
                throw new IllegalStateException("run ended with " + status);
            }
        };
    }

    private static void plain(SparkSession session, Path folder, Path input, String name)
            throws Exception {
        StreamingQuery query =
                session.readStream()
                        .schema("id BIGINT")
                        .json("file:" + input)
                        .writeStream()
                        .format("delta")
                        .option(
                                "checkpointLocation",
                                folder.resolve(name + "-checkpoint").toString())
                        .trigger(Trigger.AvailableNow())
                        .start(place(session, false, folder, name));
        query.awaitTermination();
    }

    private static String place(SparkSession session, boolean millrace, Path folder, String name) {
        return millrace
                ? session.sql("DESCRIBE DETAIL " + name).first().getAs("location")
                : folder.resolve(name).toString();
    }
}
