/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.apache.spark.sql.SparkSession;

/** A piece of work that every rival does. */
enum Scenario {
    /** A little of everything before the clock starts. */
    WARM_UP("w") {
        @Override
        List<Step> steps() {
            return independent(4);
        }

        @Override
        void prepare(SparkSession session, Path folder) {
            smallTable(session, source());
        }
    },
    /** Fifty streaming tables over one small table. */
    INDEPENDENT("i") {
        @Override
        List<Step> steps() {
            return independent(50);
        }

        @Override
        void prepare(SparkSession session, Path folder) {
            smallTable(session, source());
        }
    },
    /** Three streaming tables, each over the one before. */
    CHAIN("c") {
        @Override
        List<Step> steps() {
            return List.of(
                    new Step("c_1", source(), List.of("id", "id * 2 AS twice")),
                    new Step("c_2", "c_1", List.of("id", "twice", "twice + 1 AS more")),
                    new Step("c_3", "c_2", List.of("id", "more")));
        }

        @Override
        void prepare(SparkSession session, Path folder) {
            smallTable(session, source());
        }
    },
    /** One streaming table over 200,000 JSON rows. */
    ROWS("r") {
        @Override
        List<Step> steps() {
            return List.of(events());
        }

        @Override
        void prepare(SparkSession session, Path folder) throws IOException {
            eventsTable(session, folder, 4);
        }
    },
    /** One streaming table over 4,000,000 JSON rows. */
    LOAD("l") {
        @Override
        List<Step> steps() {
            return List.of(events());
        }

        @Override
        void prepare(SparkSession session, Path folder) throws IOException {
            eventsTable(session, folder, 80);
        }
    };

    private static final int SMALL = 10;
    private static final int EVENTS_IN_FILE = 50_000;

    private final String prefix;

    Scenario(String prefix) {
        this.prefix = prefix;
    }

    static Scenario named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }

    String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The table that the first step reads; it is there before the clock starts. */
    String source() {
        return prefix + "_source";
    }

    abstract List<Step> steps();

    abstract void prepare(SparkSession session, Path folder) throws IOException;

    String sql() {
        return steps().stream().map(Step::sql).collect(Collectors.joining());
    }

    List<Step> independent(int count) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            steps.add(
                    new Step(prefix + "_" + i, source(), List.of("id", "id + " + i + " AS more")));
        }
        return steps;
    }

    private static void smallTable(SparkSession session, String name) {
        session.range(SMALL).write().format("delta").saveAsTable(name);
    }

    Step events() {
        return new Step(
                prefix + "_events",
                source(),
                List.of("id", "user", "amount", "cast(at AS timestamp) AS at"));
    }

    void eventsTable(SparkSession session, Path folder, int files) throws IOException {
        writeEvents(folder, files);
        session.sql(
                "CREATE TABLE %s (id BIGINT, user STRING, amount DOUBLE, at STRING) USING json LOCATION '%s'"
                        .formatted(source(), folder.toUri()));
    }

    private static void writeEvents(Path folder, int files) throws IOException {
        Files.createDirectories(folder);
        for (int file = 0; file < files; file++) {
            Path path = folder.resolve("events-" + file + ".json");
            try (BufferedWriter out = Files.newBufferedWriter(path, StandardCharsets.UTF_8)) {
                for (int i = 0; i < EVENTS_IN_FILE; i++) {
                    int id = file * EVENTS_IN_FILE + i;
                    out.write(
                            String.format(
                                    Locale.ROOT,
                                    "{\"id\":%d,\"user\":\"user-%d\",\"amount\":%d.%02d,\"at\":\"2024-01-%02d 10:%02d:00\"}%n",
                                    id,
                                    id % 1000,
                                    id % 500,
                                    id % 100,
                                    1 + id % 28,
                                    id % 60));
                }
            }
        }
    }
}
