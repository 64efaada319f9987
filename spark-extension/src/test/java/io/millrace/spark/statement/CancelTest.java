/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.spark.SparkThrowable;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Statements that take long are stopped in each of the ways that clients have: the thrift server
 * interrupts the thread and cancels the job group, Connect interrupts and cancels a tag, PySpark
 * only cancels jobs.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CancelTest {

    private static final Pattern UPDATE = Pattern.compile("update ([0-9a-f-]{36}) of `");

    private static SparkSession session;

    @BeforeAll
    static void schema() {
        session = SharedSparkSession.get().newSession();
        session.sql("CREATE SCHEMA cancels");
        session.sql("USE cancels");
        session.sql("CREATE TABLE raw (a INT) USING delta");
        session.sql("INSERT INTO raw VALUES (1)");
    }

    @AfterEach
    void open() {
        Gate.open();
    }

    /** What a client does to stop a statement. */
    private enum Stop {
        INTERRUPT {
            @Override
            void prepare(SparkSession client) {}

            @Override
            void stop(SparkSession client, Thread thread) {
                thread.interrupt();
            }
        },
        JOB_GROUP {
            @Override
            void prepare(SparkSession client) {
                client.sparkContext().setJobGroup("my group", "", false);
            }

            @Override
            void stop(SparkSession client, Thread thread) {
                client.sparkContext().cancelJobGroup("my group");
            }
        },
        TAG {
            @Override
            void prepare(SparkSession client) {
                client.addTag("mine");
            }

            @Override
            void stop(SparkSession client, Thread thread) {
                assertThat(client.interruptTag("mine").size()).isEqualTo(1);
            }
        },
        ALL_OF_THE_SESSION {
            @Override
            void prepare(SparkSession client) {}

            @Override
            void stop(SparkSession client, Thread thread) {
                assertThat(client.interruptAll().size()).isEqualTo(1);
            }
        },
        ALL_JOBS {
            @Override
            void prepare(SparkSession client) {}

            @Override
            void stop(SparkSession client, Thread thread) {
                client.sparkContext().cancelAllJobs();
            }
        };

        /** Done before the statement; the client's thread inherits it. */
        abstract void prepare(SparkSession client);

        abstract void stop(SparkSession client, Thread thread);
    }

    @ParameterizedTest
    @EnumSource(Stop.class)
    void aStatementIsStoppedAndTheNextFinishesTheWork(Stop how) throws Exception {
        String name = "t_" + how.name().toLowerCase(java.util.Locale.ROOT);
        String text =
                """
                CREATE STREAMING TABLE %1$s AS SELECT a, %2$s AS gate FROM STREAM raw;
                CREATE MATERIALIZED VIEW %1$s_mv AS SELECT count(*) AS n FROM %1$s;
                """
                        .formatted(name, Gate.PASS);
        Throwable error = stopped(text, how);
        assertThat(error).hasMessageContaining("MILLRACE_UPDATE_CANCELED");
        assertThat(((SparkThrowable) error).getSqlState()).isEqualTo("HY008");
        String events = events(error);
        assertThat(events)
                .containsPattern("status\\W+STOPPED")
                .containsPattern("state\\W+CANCELED");
        assertThat(events).doesNotContain("FAILED");
        assertThat(rows("SELECT count(*) FROM " + name)).containsExactly("0");
        assertThat(run("REFRESH STREAMING TABLE " + name))
                .containsExactlyInAnyOrder(name + " COMPLETED");
        assertThat(run("REFRESH MATERIALIZED VIEW " + name + "_mv"))
                .containsExactly(name + "_mv COMPLETED");
        assertThat(rows("SELECT * FROM " + name + "_mv")).containsExactly("1");
    }

    @ParameterizedTest
    @EnumSource(
            value = Stop.class,
            names = {"INTERRUPT", "JOB_GROUP"})
    void aBatchFlowIsStopped(Stop how) throws Exception {
        String name = "mv_" + how.name().toLowerCase(java.util.Locale.ROOT);
        String text = "CREATE MATERIALIZED VIEW " + name + " AS SELECT " + Gate.PASS + " AS g";
        assertThat(stopped(text, how)).hasMessageContaining("MILLRACE_UPDATE_CANCELED");
        assertThat(run("REFRESH MATERIALIZED VIEW " + name)).containsExactly(name + " COMPLETED");
    }

    /** Runs a text until it stands before the gate, and stops it; what the client got. */
    private static Throwable stopped(String text, Stop how) throws Exception {
        Gate.shut();
        SparkSession client = session.newSession();
        client.sql("USE cancels");
        AtomicReference<Throwable> end = new AtomicReference<>();
        how.prepare(client);
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                var unused = client.sql(text);
                            } catch (Throwable e) {
                                end.set(e);
                            }
                        });
        thread.start();
        Gate.awaitReached();
        how.stop(client, thread);
        client.sparkContext().clearJobGroup();
        client.clearTags();
        Gate.awaitTorn();
        thread.join(TimeUnit.MINUTES.toMillis(1));
        Gate.open();
        return end.get();
    }

    private static String events(Throwable canceled) throws Exception {
        Matcher update = UPDATE.matcher(canceled.getMessage());
        assertThat(update.find()).as(canceled.getMessage()).isTrue();
        String name = update.group(1) + ".jsonl";
        try (Stream<Path> files = Files.walk(SharedSparkSession.home())) {
            return Files.readString(
                    files.filter(file -> file.endsWith(name)).findFirst().orElseThrow());
        }
    }

    @Test
    void aContinuousRunIsStoppedByAnotherSession(@TempDir Path folder) throws Exception {
        session.sql("CREATE TABLE ticks (a INT) USING delta");
        session.sql("INSERT INTO ticks VALUES (1)");
        Path file = folder.resolve("flowing.sql");
        Files.writeString(
                file,
                "USE SCHEMA cancels;\nCREATE STREAMING TABLE flowing AS SELECT a FROM STREAM ticks;\n");
        SparkSession client = session.newSession();
        String start = "START PIPELINE '" + file + "' CONTINUOUS EVERY '100 milliseconds'";
        String id = rows(client, start).get(0).split(",")[0];
        SparkSession other = session.newSession();
        other.sql("USE cancels");
        await(() -> rows(other, "SHOW TABLES LIKE 'flowing'").size() == 1);
        await(() -> rows(other, "SELECT count(*) FROM flowing").contains("1"));

        // It belongs to no statement and to no session.
        client.interruptAll();
        session.sql("INSERT INTO ticks VALUES (2)");
        await(() -> rows(other, "SELECT count(*) FROM flowing").contains("2"));
        assertThat(rows(other, "SHOW PIPELINE UPDATES").get(0)).startsWith(id + ",flowing,RUNNING");
        assertThatThrownBy(() -> other.sql(start)).hasMessageContaining("MILLRACE_PIPELINE_BUSY");

        assertThat(rows(other, "STOP PIPELINE 'flowing'"))
                .singleElement()
                .satisfies(
                        row ->
                                assertThat(row)
                                        .startsWith(id + ",flowing,CANCELED")
                                        .contains("what was committed stays"));
        assertThat(rows(client, "SHOW PIPELINE UPDATES"))
                .anyMatch(row -> row.startsWith(id + ",flowing,CANCELED"));
        assertThatThrownBy(() -> other.sql("STOP PIPELINE 'flowing'"))
                .hasMessageContaining("no update runs under");
        session.sql("INSERT INTO ticks VALUES (3)");
        assertThat(rows(other, "RUN PIPELINE '" + file + "'"))
                .singleElement()
                .satisfies(row -> assertThat(row).contains("COMPLETED,1"));
    }

    /** As after an interrupt in PySpark: the client waits no more, and its thread is not free. */
    @Test
    void aStatementIsStoppedByAnotherSessionWhichFoundItBusy() throws Exception {
        Gate.shut();
        SparkSession client = session.newSession();
        client.sql("USE cancels");
        AtomicReference<Throwable> end = new AtomicReference<>();
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        String text = "CREATE STREAMING TABLE left_alone AS SELECT a, %s AS g FROM STREAM raw";
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                var unused = client.sql(text.formatted(Gate.PASS));
                            } catch (Throwable e) {
                                end.set(e);
                            }
                            interrupted.set(Thread.currentThread().isInterrupted());
                        });
        thread.start();
        Gate.awaitReached();
        SparkSession other = session.newSession();
        other.sql("USE cancels");
        String name = "spark_catalog.cancels.left_alone";
        String stop = "STOP PIPELINE '" + name + "'";
        assertThatThrownBy(() -> other.sql("REFRESH STREAMING TABLE left_alone"))
                .hasMessageContaining("MILLRACE_PIPELINE_BUSY")
                .hasMessageContaining("a statement of this Spark still runs it")
                .hasMessageContaining(stop)
                .hasMessageContaining("spark.interruptAll()");
        assertThat(rows(other, "SHOW PIPELINE UPDATES"))
                .filteredOn(row -> row.contains(name + ",RUNNING"))
                .hasSize(1);

        assertThat(rows(other, stop))
                .singleElement()
                .satisfies(row -> assertThat(row).contains(name + ",CANCELED"));

        thread.join(TimeUnit.MINUTES.toMillis(1));
        assertThat(end.get()).hasMessageContaining("MILLRACE_UPDATE_CANCELED");
        assertThat(events(end.get())).containsPattern("state\\W+CANCELED");
        assertThat(interrupted).as("what the thread does next is not stopped").hasValue(false);
        assertThat(rows(other, "SHOW PIPELINE UPDATES")).noneMatch(row -> row.contains(name));
        Gate.open();
        assertThat(run("REFRESH STREAMING TABLE left_alone"))
                .containsExactly("left_alone COMPLETED");
    }

    @Test
    void aRunThatLosesTheInterruptWhileItPreparesIsStoppedWhenItBegins() throws Exception {
        CountDownLatch preparing = new CountDownLatch(1);
        Thread thread =
                new Thread(
                        () -> {
                            var unused =
                                    UpdateRuns.attend(
                                            session,
                                            "forgetful",
                                            UpdateListener.NONE,
                                            run -> prepare(run, preparing));
                        });
        thread.start();
        assertThat(preparing.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(rows("STOP PIPELINE 'forgetful'"))
                .singleElement()
                .satisfies(row -> assertThat(row).contains("forgetful,CANCELED"));
    }

    private static UpdateResult prepare(UpdateListener run, CountDownLatch preparing) {
        preparing.countDown();
        while (!Thread.interrupted()) {
            Thread.onSpinWait();
        }
        run.updateStarted("an update", 1);
        UpdateStatus end = Thread.interrupted() ? UpdateStatus.CANCELED : UpdateStatus.COMPLETED;
        return new UpdateResult("an update", "forgetful", end, 0, List.of(), List.of());
    }

    @Test
    void aStatementIsStoppedByATagOfItsJobs() throws Exception {
        Gate.shut();
        SparkSession client = session.newSession();
        client.sql("USE cancels");
        client.sparkContext().addJobTag("from-python");
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread thread =
                new Thread(
                        () -> {
                            try {
                                var unused =
                                        client.sql(
                                                "CREATE MATERIALIZED VIEW tagged AS SELECT "
                                                        + Gate.PASS
                                                        + " AS g");
                            } catch (Throwable e) {
                                end.set(e);
                            }
                        });
        thread.start();
        client.sparkContext().removeJobTag("from-python");
        Gate.awaitReached();
        assertThat(rows("STOP PIPELINE 'from-python'")).hasSize(1);
        thread.join(TimeUnit.MINUTES.toMillis(1));
        assertThat(end.get()).hasMessageContaining("MILLRACE_UPDATE_CANCELED");
    }

    /** Whatever the statement does first: parses, reads files, or looks at definitions. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE STREAMING TABLE never AS SELECT a FROM STREAM raw",
                "CREATE STREAMING TABLE never; CREATE FLOW f AS INSERT INTO never BY NAME SELECT a FROM STREAM raw",
                "CREATE MATERIALIZED VIEW never AS SELECT a FROM raw",
                "REFRESH STREAMING TABLE ready",
                "REFRESH STREAMING TABLE ready ASYNC",
                "RUN PIPELINE '%s'",
                "START PIPELINE '%s'",
                "VALIDATE PIPELINE '%s'",
                "SHOW STREAMING TABLES"
            })
    void anInterruptBeforeTheStatementStopsIt(String text, @TempDir Path folder) throws Exception {
        var unused = run("CREATE OR REFRESH STREAMING TABLE ready AS SELECT a FROM STREAM raw");
        Path file = folder.resolve("never.sql");
        Files.writeString(
                file,
                "USE SCHEMA cancels;\nCREATE STREAMING TABLE never AS SELECT a FROM STREAM raw;");
        AtomicReference<Throwable> end = new AtomicReference<>();
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        Thread thread =
                new Thread(
                        () -> {
                            Thread.currentThread().interrupt();
                            try {
                                var rows = rows(session, text.formatted(file));
                            } catch (Throwable e) {
                                end.set(e);
                            }
                            interrupted.set(Thread.currentThread().isInterrupted());
                        });
        thread.start();
        thread.join(TimeUnit.MINUTES.toMillis(1));
        assertThat(end.get()).hasMessageContaining("MILLRACE_UPDATE_CANCELED");
        assertThat(interrupted).hasValue(true);
        assertThat(rows("SHOW TABLES LIKE 'never'")).isEmpty();
    }

    /** Between two jobs nothing can be canceled, but a group that is closed for good says so. */
    @Test
    void aGroupThatIsCanceledForTheFutureStopsTheNextJob() throws Exception {
        AtomicReference<Throwable> end = new AtomicReference<>();
        Thread thread =
                new Thread(
                        () -> {
                            session.sparkContext().setJobGroup("closed group", "", false);
                            session.sparkContext().cancelJobGroupAndFutureJobs("closed group");
                            try {
                                var unused =
                                        session.sql(
                                                "CREATE STREAMING TABLE closed AS"
                                                        + " SELECT a FROM STREAM raw");
                            } catch (Throwable e) {
                                end.set(e);
                            }
                        });
        thread.start();
        thread.join(TimeUnit.MINUTES.toMillis(1));
        assertThat(end.get()).hasMessageContaining("MILLRACE_UPDATE_CANCELED");
    }

    private interface Condition {
        boolean holds();
    }

    private static void await(Condition condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
        while (!condition.holds()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private static List<String> rows(String text) {
        return rows(session, text);
    }

    private static List<String> rows(SparkSession in, String text) {
        return in.sql(text).collectAsList().stream().map(row -> row.mkString(",")).toList();
    }

    /** The status of each dataset, such as {@code t COMPLETED}. */
    private static List<String> run(String text) {
        return rows(
                session.sql(text).selectExpr("concat_ws(' ', dataset, status)").collectAsList());
    }

    private static List<String> rows(List<org.apache.spark.sql.Row> rows) {
        return rows.stream().map(row -> row.getString(0)).toList();
    }
}
