/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalog;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.PipelineCompiler;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.source.SourceFile;
import io.millrace.spark.PipelineLocation;
import io.millrace.spark.PipelineRunner;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.session.PipelineSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;

/**
 * A process of its own over a Hive metastore, which lets in one at a time. Prints what it finds,
 * each answer on a line behind {@code ==}.
 */
public final class HiveProcess {

    private static final String SQL =
            """
            CREATE STREAMING TABLE t AS SELECT * FROM STREAM feed;
            CREATE MATERIALIZED VIEW m AS SELECT count(*) AS n FROM t;
            CREATE VIEW v AS SELECT id + 1 AS next FROM t;
            CREATE STREAMING TABLE c;
            CREATE FLOW f AS AUTO CDC INTO c FROM STREAM feed KEYS (id) SEQUENCE BY id;
            """;

    private final SparkSession session;
    private final Path folder;

    private HiveProcess(SparkSession session, Path folder) {
        this.session = session;
        this.folder = folder;
    }

    public static void main(String[] arguments) throws IOException {
        Path folder = Path.of(arguments[1]);
        SparkSession session =
                PipelineSession.builder()
                        .home(folder)
                        .setting("spark.master", "local[2]")
                        .setting("spark.sql.catalogImplementation", "hive")
                        .setting(
                                "spark.hadoop.javax.jdo.option.ConnectionURL",
                                "jdbc:derby:;databaseName=%s;create=true"
                                        .formatted(folder.resolve("metastore")))
                        .setting("spark.hadoop.datanucleus.schema.autoCreateAll", "true")
                        .setting("spark.hadoop.hive.metastore.schema.verification", "false")
                        .start();
        HiveProcess process = new HiveProcess(session, folder);
        switch (arguments[0]) {
            case "first" -> process.first();
            case "second" -> process.second();
            default -> throw new IllegalArgumentException(arguments[0]);
        }
        session.stop();
    }

    private void first() {
        session.sql("CREATE SCHEMA sales");
        session.sql("CREATE TABLE sales.feed (id INT) USING delta");
        update(false, 1, 2, 3);
        query("SELECT count(*) FROM sales.t");
    }

    private void second() throws IOException {
        query("SELECT * FROM sales.t ORDER BY id");
        query("SELECT * FROM sales.m");
        query("SELECT * FROM sales.v ORDER BY next");
        query("SELECT * FROM sales.c ORDER BY id");
        update(false, 4);

        Path old = folder.resolve("warehouse").resolve("sales.db").resolve("t");
        Path moved = folder.resolve("elsewhere");
        copy(old, moved);
        session.sql(
                "ALTER TABLE sales.t SET LOCATION '%s'"
                        .formatted(PipelineSession.hadoopUri(moved)));
        update(false, 5);
        query("SELECT count(*) FROM sales.t");
        query("SELECT count(*) FROM delta.`%s`".formatted(old));
        query("SELECT count(*) FROM delta.`%s`".formatted(moved));
        update(true);
        query("SELECT count(*) FROM delta.`%s`".formatted(moved));
    }

    private void update(boolean full, int... ids) {
        for (int id : ids) {
            session.sql("INSERT INTO sales.feed VALUES (%d)".formatted(id));
        }
        FlowGraph graph =
                PipelineCompiler.compile(
                                List.of(SourceFile.of("pipeline.sql", SQL)),
                                new CompileOptions(
                                        "hive", "spark_catalog", "sales", Map.of(), Map.of()))
                        .graph()
                        .orElseThrow();
        PipelineLocation location =
                new PipelineLocation(
                        PipelineSession.hadoopUri(folder.resolve("storage")),
                        PipelineSession.hadoopUri(folder.resolve("warehouse")));
        UpdateRequest request =
                new UpdateRequest(List.of(), List.of(), full, List.of(), false, 4, 0);
        print(
                new PipelineRunner()
                        .run(session, graph, location, request, UpdateListener.NONE)
                        .status());
    }

    private void query(String sql) {
        print(session.sql(sql).collectAsList());
    }

    private static void print(Object answer) {
        System.out.println("==" + answer);
    }

    private static void copy(Path from, Path to) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(from)) {
            files = all.toList();
        }
        for (Path file : files) {
            Files.copy(file, to.resolve(from.relativize(file).toString()));
        }
    }
}
