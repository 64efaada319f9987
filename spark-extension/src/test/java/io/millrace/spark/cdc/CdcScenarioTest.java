/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Small feeds that are known to go wrong elsewhere, each under a key of its own, in four targets of
 * one pipeline: type 1, type 1 that ignores NULLs, type 2, and type 2 that does not track the city.
 * Three updates bring the events; what a target must hold is said by key and update.
 *
 * <p>What is not here: snapshots, ONCE beside a live flow, evolving columns and refused changes are
 * in {@link AutoCdcPipelineTest}, crashes and NULL keys in {@link CdcCrashTest}, structs as
 * sequences and repeated batches in {@link CdcPropertyTest}, what the text of a flow may not say in
 * the compiler's cases under {@code cases/cdc}.
 */
class CdcScenarioTest {

    private static final int UPDATES = 3;

    private static final String PIPELINE =
            """
            CREATE OR REFRESH STREAMING TABLE latest;
            CREATE FLOW f1 AS AUTO CDC INTO latest FROM STREAM src KEYS (k)
              APPLY AS DELETE WHEN op = 'D' SEQUENCE BY s COLUMNS * EXCEPT (s, op);
            CREATE OR REFRESH STREAMING TABLE filled;
            CREATE FLOW f2 AS AUTO CDC INTO filled FROM STREAM src KEYS (k) IGNORE NULL UPDATES
              APPLY AS DELETE WHEN op = 'D' SEQUENCE BY s COLUMNS * EXCEPT (s, op);
            CREATE OR REFRESH STREAMING TABLE history;
            CREATE FLOW f3 AS AUTO CDC INTO history FROM STREAM src KEYS (k)
              APPLY AS DELETE WHEN op = 'D' SEQUENCE BY s COLUMNS * EXCEPT (s, op)
              STORED AS SCD TYPE 2;
            CREATE OR REFRESH STREAMING TABLE tracked;
            CREATE FLOW f4 AS AUTO CDC INTO tracked FROM STREAM src KEYS (k)
              APPLY AS DELETE WHEN op = 'D' SEQUENCE BY s COLUMNS * EXCEPT (s, op)
              STORED AS SCD TYPE 2 TRACK HISTORY ON * EXCEPT (city);
            """;

    @TempDir static Path storage;

    /** By update, target and key. */
    private static final Map<String, List<String>> SEEN = new HashMap<>();

    /**
     * @param feed events such as {@code a@10} or {@code D@20}, those of an update divided by {@code
     *     |}; {@code v/city@10} has a city, {@code -} is NULL
     */
    private record Case(String name, String feed, Map<String, String> expected) {

        /**
         * @param checks target or {@code target@update}, by default the last update, and the rows
         */
        static Case of(String name, String feed, String... checks) {
            Map<String, String> expected = new HashMap<>();
            for (int i = 0; i < checks.length; i += 2) {
                String target = checks[i];
                expected.put(target.contains("@") ? target : target + "@" + UPDATES, checks[i + 1]);
            }
            return new Case(name, feed, expected);
        }
    }

    private static final List<Case> CASES =
            List.of(
                    Case.of(
                            "a late update lands inside a closed version",
                            "a@10 c@30 | b@20",
                            "history",
                            "a 10-20, b 20-30, c 30-",
                            "latest",
                            "c"),
                    Case.of(
                            "a delete comes before its insert",
                            "D@20 | a@10",
                            "history@1",
                            "",
                            "history",
                            "a 10-20",
                            "latest",
                            ""),
                    Case.of(
                            "a late delete inside a closed version leaves a gap",
                            "a@10 b@30 | D@20",
                            "history",
                            "a 10-20, b 30-",
                            "latest",
                            "b"),
                    Case.of(
                            "the same value after a delete is a new version",
                            "a@10 D@20 a@30",
                            "history",
                            "a 10-20, a 30-"),
                    Case.of(
                            "the same value after a delete, one at a time",
                            "a@10 | D@20 | a@30",
                            "history",
                            "a 10-20, a 30-",
                            "latest@2",
                            "",
                            "latest",
                            "a"),
                    Case.of(
                            "a batch is delivered again, with duplicates",
                            "a@10 a@10 a@10 b@20 | a@10 b@20",
                            "history@1",
                            "a 10-20, b 20-",
                            "history",
                            "a 10-20, b 20-"),
                    Case.of(
                            "two updates have one sequence",
                            "a@10 b@10",
                            "history",
                            "b 10-",
                            "latest",
                            "b"),
                    Case.of(
                            "two updates have one sequence, in two updates, the other way round",
                            "b@10 | a@10",
                            "history",
                            "b 10-",
                            "latest",
                            "b"),
                    Case.of(
                            "NULL is a value like others",
                            "-@10 -@20 x@30 -@40",
                            "history",
                            "- 10-30, x 30-40, - 40-"),
                    Case.of(
                            "columns that are not tracked have the newest value by sequence",
                            "n/A@10 | n/B@20 | n/Z@15",
                            "tracked",
                            "n/B 10-",
                            "history",
                            "n/A 10-15, n/Z 15-20, n/B 20-"),
                    Case.of(
                            "the values of a delete are no data",
                            "a@10 D@20",
                            "history",
                            "a 10-20",
                            "latest",
                            ""),
                    Case.of(
                            "a condition that is NULL does not delete",
                            "a@10?",
                            "history",
                            "a 10-",
                            "latest",
                            "a"),
                    Case.of(
                            "a late update after a delete does not bring the row back",
                            "a@10 D@20 | z@15 | n@25",
                            "latest@2",
                            "",
                            "latest",
                            "n",
                            "history",
                            "a 10-15, z 15-20, n 25-"),
                    Case.of(
                            "a key changes three times in one batch",
                            "a@10 b@11 c@12",
                            "latest",
                            "c",
                            "history",
                            "a 10-11, b 11-12, c 12-"),
                    Case.of(
                            "an older update comes in a later batch",
                            "ACTIVE@12 | PENDING@10",
                            "history@1",
                            "ACTIVE 12-",
                            "history",
                            "PENDING 10-12, ACTIVE 12-",
                            "latest",
                            "ACTIVE"),
                    Case.of(
                            "a partial update overwrites with NULL, or does not",
                            "x/Ankara@1 -/Istanbul@2",
                            "latest",
                            "-/Istanbul",
                            "filled",
                            "x/Istanbul"),
                    Case.of(
                            "a partial update comes late",
                            "-/Istanbul@2 | x/Ankara@1",
                            "filled",
                            "x/Istanbul"),
                    Case.of(
                            "a late delete voids what a column inherited from before it",
                            "x/Ankara@1 -/Istanbul@5 | D@3",
                            "filled",
                            "-/Istanbul"),
                    Case.of(
                            "an update comes between insert and delete, late",
                            "ACTIVE@17 D@20 | SUSPENDED@18",
                            "latest",
                            "",
                            "history",
                            "ACTIVE 17-18, SUSPENDED 18-20"),
                    Case.of(
                            "a whole life is replayed",
                            "P@10 A/Antalya@20 A/Izmir@30 S/Ankara@40 D@50"
                                    + " | P@10 A/Antalya@20 A/Izmir@30 S/Ankara@40 D@50",
                            "latest@1",
                            "",
                            "latest",
                            "",
                            "history@1",
                            "P 10-20, A/Antalya 20-30, A/Izmir 30-40, S/Ankara 40-50",
                            "history",
                            "P 10-20, A/Antalya 20-30, A/Izmir 30-40, S/Ankara 40-50"),
                    Case.of(
                            "many updates of one column that is not tracked",
                            "a@1 a/1@2 a/2@3 a/3@4 a/4@5",
                            "history",
                            "a 1-2, a/1 2-3, a/2 3-4, a/3 4-5, a/4 5-",
                            "tracked",
                            "a/4 1-"));

    @BeforeAll
    static void feedAll() {
        SqlPipeline pipeline = new SqlPipeline(storage);
        pipeline.source("src", "k INT, v STRING, city STRING, s INT, op STRING").define(PIPELINE);
        for (int update = 1; update <= UPDATES; update++) {
            List<String> rows = new ArrayList<>();
            for (int key = 0; key < CASES.size(); key++) {
                String[] feeds = CASES.get(key).feed().split("\\|", -1);
                if (update <= feeds.length) {
                    for (String event : feeds[update - 1].strip().split(" ", -1)) {
                        rows.add(row(key, event));
                    }
                }
            }
            pipeline.feed(String.join(", ", rows));
            read(pipeline, update);
        }
    }

    private static String row(int key, String event) {
        String values = event.substring(0, event.indexOf('@'));
        String sequence = event.substring(event.indexOf('@') + 1);
        boolean unknown = sequence.endsWith("?");
        String number = unknown ? sequence.substring(0, sequence.length() - 1) : sequence;
        if (values.equals("D")) {
            return "(%d, null, null, %s, 'D')".formatted(key, number);
        }
        String[] parts = values.split("/", -1);
        return "(%d, %s, %s, %s, %s)"
                .formatted(
                        key,
                        parts[0].equals("-") ? "null" : "'" + parts[0] + "'",
                        parts.length > 1 ? "'" + parts[1] + "'" : "null",
                        number,
                        unknown ? "null" : "'U'");
    }

    private static void read(SqlPipeline pipeline, int update) {
        for (String target : List.of("latest", "filled", "history", "tracked")) {
            boolean versions = target.equals("history") || target.equals("tracked");
            String interval =
                    versions
                            ? ", ' ', __START_AT, '-', coalesce(cast(__END_AT as string), '')"
                            : "";
            List<String> rows =
                    pipeline.query(
                            "SELECT concat(k, ':', coalesce(v, '-'), coalesce('/' || city, '')"
                                    + interval
                                    + ") FROM $."
                                    + target
                                    + " ORDER BY k"
                                    + (versions ? ", __START_AT" : ""));
            for (String row : rows) {
                int colon = row.indexOf(':');
                SEEN.computeIfAbsent(
                                place(target + "@" + update, row.substring(0, colon)),
                                none -> new ArrayList<>())
                        .add(row.substring(colon + 1));
            }
        }
    }

    private static String place(String target, String key) {
        return target + " " + key;
    }

    @TestFactory
    Stream<DynamicTest> everyCaseHoldsInEachTarget() {
        return CASES.stream()
                .map(
                        scenario ->
                                dynamicTest(
                                        scenario.name(),
                                        () ->
                                                scenario.expected()
                                                        .forEach(
                                                                (target, rows) ->
                                                                        check(
                                                                                scenario, target,
                                                                                rows))));
    }

    private static void check(Case scenario, String target, String rows) {
        List<String> expected = rows.isEmpty() ? List.of() : Arrays.asList(rows.split(", ", -1));
        String key = Integer.toString(CASES.indexOf(scenario));
        assertThat(SEEN.getOrDefault(place(target, key), List.of()))
                .as("%s of %s", target, scenario.feed())
                .isEqualTo(expected);
    }
}
