/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.kafka.KafkaBroker;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.cli.Millrace;
import io.millrace.spark.kafka.Topics;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills an update right before its batches go into all its sinks and a side table, and the next one
 * when they are there and in none of its checkpoints.
 */
class SinkAndQuarantineCrashTest {

    private static final String SQL =
"""
CREATE SINK lake USING delta OPTIONS (path '../lake');
CREATE FLOW to_lake AS INSERT INTO lake BY NAME
  SELECT id FROM STREAM read_files('in', format => 'json', schema => 'id INT');
CREATE FLOW once_to_lake AS INSERT INTO ONCE lake BY NAME
  SELECT -id AS id FROM read_files('in', format => 'json', schema => 'id INT');
CREATE SINK db USING jdbc OPTIONS (url '$url', dbtable 'sent');
CREATE FLOW to_db AS INSERT INTO db BY NAME
  SELECT id FROM STREAM read_files('in', format => 'json', schema => 'id INT');
CREATE FLOW once_to_db AS INSERT INTO ONCE db BY NAME
  SELECT -id AS id FROM read_files('in', format => 'json', schema => 'id INT');
CREATE PRIVATE STREAMING TABLE judged (
  CONSTRAINT odd EXPECT (id % 2 = 1) ON VIOLATION QUARANTINE ROW
) AS SELECT id FROM STREAM read_files('in', format => 'json', schema => 'id INT');
CREATE SINK files USING json OPTIONS (path '../files');
CREATE FLOW to_files AS INSERT INTO files BY NAME
  SELECT id FROM STREAM read_files('in', format => 'json', schema => 'id INT');
CREATE SINK bus USING kafka OPTIONS ('kafka.bootstrap.servers' = '$servers', 'topic' = '$topic');
CREATE FLOW to_bus AS INSERT INTO bus BY NAME
  SELECT id::string AS value FROM STREAM read_files('in', format => 'json', schema => 'id INT');
CREATE FLOW once_to_bus AS INSERT INTO ONCE bus BY NAME
  SELECT (-id)::string AS value FROM read_files('in', format => 'json', schema => 'id INT');
""";
    private static final int FLOWS = 7;

    @TempDir private Path folder;

    @Test
    void noRowIsLostAndNoneComesTwiceWhereThatIsPromised() throws Exception {
        Path project = Files.createDirectories(folder.resolve("project"));
        Files.createDirectories(project.resolve("in"));
        Files.writeString(project.resolve("in/1.json"), "{\"id\": 1}\n{\"id\": 2}\n");
        String url = "jdbc:derby:" + folder.resolve("db") + ";create=true";
        String topic;
        try (Topics topics = new Topics()) {
            topic = topics.create(1);
            Files.writeString(
                    project.resolve("pipeline.sql"),
                    SQL.replace("$servers", topics.servers())
                            .replace("$topic", topic)
                            .replace("$url", url));
        }

        kill(project, "sink.before-write", "quarantine.before-commit");
        assertThat(folder.resolve("lake")).doesNotExist();
        assertThat(folder.resolve("files")).doesNotExist();
        assertThat(sent(topic)).isEmpty();

        Files.writeString(project.resolve("in/2.json"), "{\"id\": 3}\n");
        kill(project, "sink.after-write", "quarantine.after-commit");
        assertThat(sent(topic)).contains(-3, -2, -1, 1, 2);

        Files.writeString(project.resolve("in/3.json"), "{\"id\": 4}\n");
        Path home = folder.resolve("home");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        int exitCode =
                Millrace.run(stream, stream, "run", project.toString(), "--home", home.toString());
        assertThat(exitCode).as(out.toString(StandardCharsets.UTF_8)).isZero();
        List<Integer> once = List.of(-3, -2, -1, 1, 2, 3, 4);
        assertThat(rows("delta", folder.resolve("lake"))).isEqualTo(once);
        assertThat(database(url)).isEqualTo(once);
        assertThat(rows("json", folder.resolve("files"))).contains(1, 2, 3, 4);
        // At least once: also what runs once ran again, over what was there then.
        assertThat(sent(topic)).containsAll(once).containsOnly(-4, -3, -2, -1, 1, 2, 3, 4);
        Path tables = home.resolve("pipelines/project/private/default");
        assertThat(rows("delta", tables.resolve("judged"))).containsExactly(1, 3);
        assertThat(rows("delta", tables.resolve("judged_quarantine"))).containsExactly(2, 4);
    }

    /** Lets a process die when all flows into sinks are at one place, and a side table at one. */
    private void kill(Path project, String sink, String sideTable) throws Exception {
        Path trace = folder.resolve(sink + ".txt");
        LinkedHashMap<String, String> properties = new LinkedHashMap<>();
        properties.put("millrace.failpoints", sink + "=hang," + sideTable + "=hang");
        properties.put("millrace.failpoints.trace", trace.toString());
        properties.put("derby.stream.error.file", "/dev/null");
        Path log = folder.resolve("output.txt");
        Process process =
                ChildJava.shared()
                        .start(
                                "io.millrace.spark.cli.Millrace",
                                properties,
                                log,
                                "run",
                                project.toString(),
                                "--home",
                                folder.resolve("home").toString());
        for (int i = 0; i < 1500 && process.isAlive() && !isReady(trace, sink, sideTable); i++) {
            process.waitFor(200, TimeUnit.MILLISECONDS);
        }
        assertThat(isReady(trace, sink, sideTable)).as(Files.readString(log)).isTrue();
        process.destroyForcibly().waitFor();
    }

    private static boolean isReady(Path trace, String sink, String sideTable) throws Exception {
        List<String> passed = Files.exists(trace) ? Files.readAllLines(trace) : List.of();
        return passed.stream().filter(sink::equals).count() == FLOWS && passed.contains(sideTable);
    }

    /** What is in a topic, in order; what came twice is there twice. */
    private static List<Integer> sent(String topic) {
        return SharedSparkSession.get()
                .read()
                .format("kafka")
                .option("kafka.bootstrap.servers", KafkaBroker.shared().servers())
                .option("subscribe", topic)
                .load()
                .selectExpr("value::string::int AS id")
                .orderBy("id")
                .collectAsList()
                .stream()
                .map(row -> row.getInt(0))
                .toList();
    }

    private static List<Integer> rows(String format, Path place) {
        return SharedSparkSession.get()
                .read()
                .format(format)
                .load("file:" + place)
                .selectExpr("CAST(id AS INT) AS id")
                .orderBy("id")
                .collectAsList()
                .stream()
                .map(row -> row.getInt(0))
                .toList();
    }

    private static List<Integer> database(String url) throws Exception {
        List<Integer> ids = new ArrayList<>();
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT \"id\" FROM sent ORDER BY 1")) {
            while (rows.next()) {
                ids.add(rows.getInt(1));
            }
        }
        return ids;
    }
}
