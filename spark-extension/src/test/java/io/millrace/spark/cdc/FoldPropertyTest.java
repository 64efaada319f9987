/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.graph.ScdType;
import io.millrace.spark.catalyst.StructValues;
import io.millrace.spark.cdc.Oracle.Event;
import io.millrace.spark.cdc.Oracle.Rules;
import io.millrace.spark.cdc.Oracle.Version;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The folds by themselves, on a table that is a list: many more histories than Spark could run. */
class FoldPropertyTest {

    private static final int HISTORIES = Integer.getInteger("millrace.cdc.fold.histories", 3000);

    private static final StructType STRUCT =
            new StructType().add("x", DataTypes.IntegerType).add("y", DataTypes.StringType);

    private final Random random = new Random(11);

    /** A stored table without Spark: folds and keeps rows in input layout. */
    private static final class ListTable {
        private final CdcSpec spec;
        private final RowShape shape;
        private final Rules rules;
        private List<Object[]> rows = new ArrayList<>();
        private Object horizon;
        private long nextRow;

        ListTable(int type, String ignored, String tracked, boolean listed) {
            Set<String> ignoreNull = letters(ignored);
            Set<String> track = letters(tracked);
            spec =
                    new CdcSpec(
                            "f",
                            "t",
                            type == 1 ? ScdType.TYPE_1 : ScdType.TYPE_2,
                            List.of(field("k", DataTypes.LongType)),
                            "seq",
                            DataTypes.LongType,
                            Optional.empty(),
                            DataTypes.LongType,
                            List.of(
                                    field("a", DataTypes.IntegerType),
                                    field("b", DataTypes.StringType),
                                    field("s", STRUCT)),
                            Optional.empty(),
                            Optional.empty(),
                            ignoreNull,
                            track,
                            listed ? Optional.of("listed") : Optional.empty(),
                            List.of("k", "a", "b", "s"),
                            Map.of(),
                            List.of());
            shape = new RowShape(spec);
            boolean a = ignoreNull.contains("a");
            boolean b = ignoreNull.contains("b");
            boolean s = ignoreNull.contains("s");
            int[] units =
                    listed
                            ? new int[] {0, 1, 2, 2, 2}
                            : new int[] {a ? 1 : 0, b ? 2 : 0, s ? 3 : 0, s ? 4 : 0, s ? 5 : 0};
            boolean trackS = track.contains("s");
            rules =
                    new Rules(
                            new boolean[] {a, b, s, s, s},
                            units,
                            new boolean[] {
                                track.contains("a"), track.contains("b"), trackS, trackS, trackS
                            },
                            listed);
        }

        private static Set<String> letters(String text) {
            Set<String> letters = new HashSet<>();
            for (char letter : text.toCharArray()) {
                if (letter != '-') {
                    letters.add(String.valueOf(letter));
                }
            }
            return letters;
        }

        private static StructField field(String name, DataType type) {
            return DataTypes.createStructField(name, type, true);
        }

        /** Reads all rows, or, as the engine does, no more than a batch needs. */
        void apply(List<Event> batch, boolean frugal) {
            List<Object[]> events = new ArrayList<>();
            boolean truncated = false;
            for (Event event : batch) {
                if (event.kind() == 'T') {
                    if (shape.compareSequences(event.sequence(), horizon) > 0) {
                        horizon = event.sequence();
                        truncated = true;
                    }
                } else {
                    events.add(row(event));
                }
            }
            boolean narrow = frugal && spec.type() == ScdType.TYPE_1 && shape.isPlain();
            Set<Object> touched = new HashSet<>();
            events.forEach(event -> touched.add(event[0]));
            List<Object[]> read = new ArrayList<>();
            for (Object[] row : rows) {
                if (truncated || touched.contains(row[0])) {
                    read.add(narrow ? narrowed(row) : row);
                }
            }
            if (frugal && spec.type() == ScdType.TYPE_2) {
                read.removeIf(row -> isClosedAndUnneeded(row, events));
            }
            FoldCounter counter = new FoldCounter();
            List<Object[]> changes = run(events, read, narrow, counter);
            Set<Object> incomplete = new HashSet<>();
            counter.incomplete().forEach(row -> incomplete.add(row[0]));
            if (!incomplete.isEmpty()) {
                changes.addAll(
                        run(
                                events.stream().filter(e -> incomplete.contains(e[0])).toList(),
                                rows.stream().filter(r -> incomplete.contains(r[0])).toList(),
                                false,
                                new FoldCounter()));
            }
            replace(changes);
        }

        private boolean isClosedAndUnneeded(Object[] row, List<Object[]> events) {
            if (Boolean.TRUE.equals(row[shape.stateIndex() + 1])) {
                return false;
            }
            Object[] current =
                    rows.stream()
                            .filter(other -> other[0].equals(row[0]))
                            .filter(other -> (Boolean) other[shape.stateIndex() + 1])
                            .findFirst()
                            .orElseThrow();
            return events.stream()
                    .filter(event -> event[0].equals(row[0]))
                    .allMatch(event -> shape.compareSequences(event[1], current[1]) > 0);
        }

        private Object[] narrowed(Object[] row) {
            Object[] narrow = row.clone();
            Arrays.fill(narrow, shape.payloadIndex(), shape.fileIndex(), null);
            return narrow;
        }

        private List<Object[]> run(
                List<Object[]> events, List<Object[]> stored, boolean narrow, FoldCounter counter) {
            List<Object[]> input = new ArrayList<>(events);
            input.addAll(stored);
            input.sort(shape::compareKeys);
            KeyFold fold = BatchApplier.fold(spec, shape, horizon, narrow);
            List<Object[]> changes = new ArrayList<>();
            new KeyGroups(shape, fold, () -> counter)
                    .apply(input.iterator())
                    .forEachRemaining(changes::add);
            return changes;
        }

        private void replace(List<Object[]> changes) {
            Set<Object> gone = new HashSet<>();
            List<Object[]> added = new ArrayList<>();
            for (Object[] change : changes) {
                if (change[shape.rowIndex()] != null) {
                    assertThat(gone.add(change[shape.rowIndex()])).isTrue();
                }
                if ((Boolean) change[shape.extraIndex()]) {
                    Object[] row = Arrays.copyOf(change, shape.inputSize());
                    for (int i = shape.extraIndex(); i < row.length; i++) {
                        row[i] = null;
                    }
                    row[shape.fileIndex()] = StructValues.text("file");
                    row[shape.rowIndex()] = nextRow++;
                    added.add(row);
                }
            }
            rows.removeIf(row -> gone.contains(row[shape.rowIndex()]));
            rows.addAll(added);
        }

        private Object[] row(Event event) {
            Object[] row = new Object[shape.inputSize()];
            row[0] = event.key();
            row[1] = event.sequence();
            row[2] = event.kind() == 'D' ? RowShape.DELETE : RowShape.UPSERT;
            if (event.kind() == 'U') {
                List<Object> values = event.values();
                row[shape.payloadIndex()] = values.get(0);
                row[shape.payloadIndex() + 1] = text(values.get(1));
                row[shape.payloadIndex() + 2] =
                        values.get(2) == null
                                ? null
                                : StructValues.of(values.get(3), text(values.get(4)));
            }
            for (int i = shape.extraIndex(); i < row.length; i++) {
                row[i] = event.listed() != null && event.listed().get(i - shape.extraIndex());
            }
            return row;
        }

        private static Object text(Object value) {
            return value == null ? null : StructValues.text((String) value);
        }

        List<Version> visible() {
            List<Version> versions = new ArrayList<>();
            for (Object[] row : rows) {
                boolean shown =
                        spec.type() == ScdType.TYPE_1
                                ? (Byte) row[2] == RowShape.UPSERT
                                : (Boolean) row[shape.stateIndex()];
                if (!shown) {
                    continue;
                }
                boolean history = spec.type() == ScdType.TYPE_2;
                Object struct = row[shape.payloadIndex() + 2];
                Object[] fields =
                        struct == null ? new Object[2] : StructValues.fields(struct, STRUCT);
                versions.add(
                        new Version(
                                (Long) row[0],
                                history ? (Long) row[shape.stateIndex() + 2] : null,
                                history ? (Long) row[shape.stateIndex() + 3] : null,
                                Arrays.asList(
                                        row[shape.payloadIndex()],
                                        string(row[shape.payloadIndex() + 1]),
                                        struct == null ? null : Boolean.TRUE,
                                        fields[0],
                                        string(fields[1]))));
            }
            return versions;
        }

        private static String string(Object value) {
            return value == null ? null : value.toString();
        }

        /** All that is stored, without the places of the rows and the times of writing. */
        List<String> physical() {
            return rows.stream()
                    .map(
                            row -> {
                                Object[] copy = Arrays.copyOf(row, shape.fileIndex());
                                copy[shape.writtenIndex()] = null;
                                for (int i = 0; i < copy.length; i++) {
                                    copy[i] =
                                            copy[i] instanceof byte[] bytes
                                                    ? Arrays.toString(bytes)
                                                    : copy[i];
                                }
                                return Arrays.toString(copy);
                            })
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, -, -, false, 0",
        "1, -, -, false, 3",
        "1, abs, -, false, 0",
        "1, as, -, false, 3",
        "1, -, -, true, 0",
        "1, -, -, true, 2",
        "2, -, abs, false, 0",
        "2, -, a, false, 0",
        "2, -, -, false, 0",
        "2, -, bs, false, 0",
        "2, abs, abs, false, 0",
        "2, bs, a, false, 0",
        "2, -, as, true, 0"
    })
    void everyBatchLeavesWhatTheOracleSays(
            int type, String ignored, String tracked, boolean listed, int truncates) {
        int keys = 40;
        for (int round = 0; round < HISTORIES / keys; round++) {
            ListTable frugal = new ListTable(type, ignored, tracked, listed);
            ListTable whole = new ListTable(type, ignored, tracked, listed);
            List<List<Event>> batches =
                    new Histories(random.nextLong(), listed)
                            .batches(keys, 1 + random.nextInt(5), truncates);
            Set<Event> seen = new LinkedHashSet<>();
            for (List<Event> batch : batches) {
                frugal.apply(batch, true);
                whole.apply(batch, false);
                seen.addAll(batch);
                compare(frugal, seen, type);
                assertThat(frugal.physical()).isEqualTo(whole.physical());
            }
            // A repeat of everything in another order changes nothing that is stored.
            List<Event> again = new ArrayList<>(seen);
            Collections.shuffle(again, random);
            List<String> before = frugal.physical();
            frugal.apply(again, true);
            assertThat(frugal.physical()).isEqualTo(before);
            // One batch of everything comes to the same stored state as many.
            ListTable once = new ListTable(type, ignored, tracked, listed);
            once.apply(again, true);
            assertThat(once.physical()).isEqualTo(before);
        }
    }

    private static void compare(ListTable table, Set<Event> seen, int type) {
        List<Version> rows = table.visible();
        Set<Version> expected = Oracle.of(type).apply(seen, table.rules);
        if (rows.size() != expected.size() || !expected.equals(new HashSet<>(rows))) {
            Set<Version> missing = new LinkedHashSet<>(expected);
            rows.forEach(missing::remove);
            List<Version> extra = new ArrayList<>(rows);
            extra.removeAll(expected);
            long key = (missing.isEmpty() ? extra.get(0) : missing.iterator().next()).key();
            throw new AssertionError(
                    "key %s%nhistory %s%nmissing %s%nextra %s"
                            .formatted(
                                    key,
                                    seen.stream()
                                            .filter(e -> e.key() == key || e.kind() == 'T')
                                            .sorted(Comparator.comparingLong(Event::sequence))
                                            .toList(),
                                    missing,
                                    extra));
        }
    }

    @Test
    void openRowsOfType2AreTheRowsOfType1() {
        for (int round = 0; round < HISTORIES / 20; round++) {
            String ignored = List.of("-", "abs", "as").get(random.nextInt(3));
            String tracked = List.of("abs", "a", "-").get(random.nextInt(3));
            ListTable type1 = new ListTable(1, ignored, "-", false);
            ListTable type2 = new ListTable(2, ignored, tracked, false);
            for (List<Event> batch : new Histories(random.nextLong(), false).batches(20, 3, 0)) {
                type1.apply(batch, true);
                type2.apply(batch, true);
            }
            Set<Version> open = new HashSet<>();
            for (Version version : type2.visible()) {
                if (version.end() == null) {
                    open.add(new Version(version.key(), null, null, version.values()));
                }
            }
            assertThat(open).isEqualTo(new HashSet<>(type1.visible()));
        }
    }

    @Test
    void versionsOfAKeyNeitherOverlapNorAreEmpty() {
        for (int round = 0; round < HISTORIES / 20; round++) {
            ListTable table = new ListTable(2, "-", "ab", false);
            for (List<Event> batch : new Histories(random.nextLong(), false).batches(20, 3, 0)) {
                table.apply(batch, true);
                List<Version> versions = new ArrayList<>(table.visible());
                versions.sort(
                        Comparator.comparingLong(Version::key)
                                .thenComparingLong(version -> version.start()));
                Version previous = null;
                for (Version version : versions) {
                    assertThat(version.end() == null || version.start() < version.end()).isTrue();
                    if (previous != null && previous.key() == version.key()) {
                        assertThat(previous.end()).isNotNull().isLessThanOrEqualTo(version.start());
                    }
                    previous = version;
                }
            }
        }
    }
}
