/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.SharedSparkSession;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a user sees of a class that is missing or does not fit, whichever way it is met. */
class MissingClassTest {

    private static final String S3A =
            "the class `org.apache.hadoop.fs.s3a.S3AFileSystem` is not on the class path; it is"
                    + " needed for paths that begin with s3a://";

    @TempDir Path folder;

    private final CommandRunner runner = new CommandRunner();

    /** A file system that was made for another Hadoop. */
    public static final class OldFileSystem extends RawLocalFileSystem {
        @Override
        public URI getUri() {
            return URI.create("oldfs:///");
        }

        @Override
        public void initialize(URI uri, Configuration configuration) {
            throw new NoSuchMethodError("'void org.apache.hadoop.fs.Path.gone()'");
        }
    }

    private CommandRunner.Result run(String command, Path path, String... more) {
        String[] arguments = new String[4 + more.length];
        arguments[0] = command;
        arguments[1] = path.toString();
        System.arraycopy(more, 0, arguments, 2, more.length);
        arguments[arguments.length - 2] = "--home";
        arguments[arguments.length - 1] = folder.resolve("home").toString();
        return runner.run(arguments);
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String schema() {
        String schema = "m" + Long.toHexString(System.nanoTime());
        SharedSparkSession.get().sql("CREATE SCHEMA " + schema);
        return schema;
    }

    @Test
    void aFlowFailsAloneAndNamesTheClass() throws IOException {
        Path file =
                write(
                        "lake.sql",
                        """
                        USE SCHEMA %s;
                        SET fs.oldfs.impl = %s;
                        CREATE MATERIALIZED VIEW fine AS SELECT 1 AS a;
                        CREATE SINK lake USING parquet OPTIONS (path 's3a://b/x');
                        CREATE FLOW to_lake AS INSERT INTO ONCE lake BY NAME SELECT 1 AS a;
                        CREATE SINK old USING parquet OPTIONS (path 'oldfs:///x');
                        CREATE FLOW to_old AS INSERT INTO ONCE old BY NAME SELECT 1 AS a;
                        """
                                .formatted(schema(), OldFileSystem.class.getName()));
        CommandRunner.Result result = run("run", file);
        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.out() + result.err())
                .contains(
                        "error[MILLRACE_CLASS_MISSING] " + folder + "/lake.sql:5:13",
                        S3A,
                        "--packages org.apache.hadoop:hadoop-aws:",
                        "error[MILLRACE_CLASS_INCOMPATIBLE] " + folder + "/lake.sql:7:13",
                        "there is no method `void org.apache.hadoop.fs.Path.gone()`",
                        "this build of Millrace needs Spark 4.2",
                        "1 completed, 2 failed")
                .doesNotContain("\tat ", "trying again");
    }

    @Test
    void queriesNameItWithTheirPlaceBeforeAnythingRuns() throws IOException {
        Path file =
                write(
                        "read.sql",
                        """
                        USE SCHEMA %s;
                        SET fs.oldfs.impl = %s;
                        CREATE MATERIALIZED VIEW a AS SELECT * FROM json.`s3a://b/x`;
                        CREATE STREAMING TABLE b AS
                          SELECT * FROM STREAM read_files('s3a://b/y', format => 'json');
                        CREATE MATERIALIZED VIEW c AS SELECT * FROM json.`oldfs:///x`;
                        CREATE MATERIALIZED VIEW d AS SELECT * FROM avro.`%s`;
                        """
                                .formatted(schema(), OldFileSystem.class.getName(), folder));
        for (CommandRunner.Result result :
                new CommandRunner.Result[] {
                    run("run", file), run("plan", file), run("validate", file, "--resolve")
                }) {
            assertThat(result.exitCode()).isEqualTo(3);
            assertThat(result.out() + result.err())
                    .contains(
                            "error[MILLRACE_CLASS_MISSING] " + folder + "/read.sql:3:31",
                            "error[MILLRACE_CLASS_MISSING] " + folder + "/read.sql:5:",
                            "error[MILLRACE_CLASS_INCOMPATIBLE] " + folder + "/read.sql:6:",
                            "error[MILLRACE_CLASS_MISSING] " + folder + "/read.sql:7:31",
                            "the data source `avro` is not on the class path",
                            "org.apache.spark:spark-avro_2.13:4.2.",
                            S3A)
                    .doesNotContain("\tat ");
        }
        CommandRunner.Result query = run("query", file, "SELECT * FROM json.`s3a://b/x`");
        assertThat(query.exitCode()).isEqualTo(1);
        assertThat(query.err()).contains("error[MILLRACE_CLASS_MISSING]", S3A);
    }

    @Test
    void theStorageOfAPipelineNamesItInEveryCommand() throws IOException {
        Files.createDirectories(folder.resolve("sql"));
        write("sql/a.sql", "CREATE MATERIALIZED VIEW a AS SELECT 1 AS a;");
        Path spec =
                write(
                        "spark-pipeline.yml",
                        """
                        name: far
                        storage: s3a://b/state
                        libraries: [{glob: {include: sql/*.sql}}]
                        """);
        for (String command : new String[] {"run", "plan", "events"}) {
            CommandRunner.Result result = run(command, spec);
            assertThat(result.exitCode()).isNotZero();
            assertThat(result.out() + result.err())
                    .contains("error[MILLRACE_CLASS_MISSING]", S3A, "hint: add org.apache.hadoop")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void statementsOfASessionNameIt() {
        SparkSession session = SharedSparkSession.get().newSession();
        session.sql("USE " + schema());
        assertThatThrownBy(
                        () ->
                                session.sql(
                                                "CREATE MATERIALIZED VIEW s AS SELECT * FROM json.`s3a://b/x`")
                                        .collect())
                .isInstanceOf(AnalysisException.class)
                .hasMessageContaining(S3A)
                .hasMessageContaining("hadoop-aws")
                .extracting(e -> ((SparkThrowable) e).getCondition())
                .isEqualTo("MILLRACE_CLASS_MISSING");
    }
}
