/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.cdc.BatchApplier.Engine;
import io.millrace.spark.cdc.CdcWorkbench.KeyForm;
import io.millrace.spark.cdc.CdcWorkbench.SequenceForm;
import io.millrace.spark.cdc.CdcWorkbench.Setup;
import io.millrace.spark.cdc.Oracle.Event;
import io.millrace.spark.cdc.Oracle.Rules;
import io.millrace.spark.cdc.Oracle.Version;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random histories against the oracle, compared after every batch. Many histories share a table:
 * keys know nothing of each other.
 */
class CdcPropertyTest {

    /** {@code -Dmillrace.histories=20000} runs the long version. */
    private static final int HISTORIES = Integer.getInteger("millrace.histories", 760);

    private static final long SEED = Long.getLong("millrace.histories.seed", 7);
    private static final int BATCHES = 3;

    static Stream<Setup> setups() {
        Setup driver1 = Setup.of(1, Engine.DRIVER);
        Setup direct1 = Setup.of(1, Engine.DIRECT);
        Setup driver2 = Setup.of(2, Engine.DRIVER);
        Setup direct2 = Setup.of(2, Engine.DIRECT);
        Setup shuffled2 = Setup.of(2, Engine.SHUFFLED);
        return Stream.of(
                driver1,
                driver1.withTruncates().forms(KeyForm.TEXT, SequenceForm.TIMESTAMP),
                driver1.ignoring("a", "b", "s").forms(KeyForm.COMPOSITE, SequenceForm.STRUCT),
                driver1.ignoring("b", "s").withTruncates(),
                driver1.withListed().forms(KeyForm.CHAR, SequenceForm.LONG),
                direct1.withTruncates().forms(KeyForm.COMPOSITE, SequenceForm.STRUCT),
                direct1.ignoring("a", "s").withTruncates(),
                direct1.byMerge().forms(KeyForm.DOUBLE, SequenceForm.TEXT),
                direct1.forms(KeyForm.CHAR, SequenceForm.STRUCT),
                Setup.of(1, Engine.SHUFFLED).forms(KeyForm.COMPOSITE, SequenceForm.TEXT),
                driver2,
                driver2.tracking("a").forms(KeyForm.TEXT, SequenceForm.STRUCT),
                driver2.tracking("b", "s").ignoring("a", "b", "s"),
                driver2.tracking().forms(KeyForm.DOUBLE, SequenceForm.TEXT),
                driver2.withListed().tracking("a", "s").forms(KeyForm.CHAR, SequenceForm.LONG),
                direct2.forms(KeyForm.COMPOSITE, SequenceForm.TIMESTAMP),
                direct2.tracking("a").ignoring("a", "s"),
                direct2.byMerge().tracking("b", "s").ignoring("s"),
                shuffled2.tracking("a").forms(KeyForm.CHAR, SequenceForm.STRUCT),
                driver1.ignoring("a", "s").withMapping(),
                driver2.tracking("a").withMapping(),
                direct2.forms(KeyForm.TEXT, SequenceForm.STRUCT).withMapping());
    }

    @ParameterizedTest
    @MethodSource("setups")
    void everyBatchLeavesWhatTheOracleSays(Setup setup) {
        int keys = HISTORIES / (int) setups().count();
        CdcWorkbench bench = new CdcWorkbench(setup);
        List<List<Event>> batches =
                new Histories(SEED + setup.hashCode(), setup.listed())
                        .batches(keys, BATCHES, setup.truncates() ? 2 : 0);
        Set<Event> seen = new LinkedHashSet<>();
        for (int i = 0; i < batches.size(); i++) {
            bench.apply(batches.get(i), "app", i);
            seen.addAll(batches.get(i));
            compare(bench.rows(), seen, bench);
        }

        long version = bench.version();
        assertThat(bench.apply(batches.get(0), "app", 0).skipped()).isTrue();
        bench.apply(batches.get(1), "another", 0);
        List<Event> everything = new ArrayList<>();
        batches.forEach(everything::addAll);
        bench.apply(everything, "another", 1);
        assertThat(bench.version()).as("commits of repeated events").isEqualTo(version);
        compare(bench.rows(), seen, bench);
    }

    /** The columns of a row that is given whole, and of one without the second. */
    private static final List<Boolean> ALL = List.of(true, true, true, true, true);

    private static final List<Boolean> WITHOUT_B = List.of(true, false, true, true, true);

    @ParameterizedTest
    @CsvSource({"1, DRIVER", "1, DIRECT", "2, DRIVER", "2, DIRECT"})
    void aColumnThatTheFlowNoLongerGivesKeepsItsValues(int type, Engine engine) {
        CdcWorkbench bench = new CdcWorkbench(Setup.of(type, engine));
        Histories histories = new Histories(SEED + type, false);
        List<Event> before = histories.batches(40, 1, 0).get(0);
        // Later than all before, in one batch: a late delete would not clear what was kept.
        List<Event> after = new ArrayList<>();
        for (Event event : histories.batches(50, 1, 0).get(0)) {
            List<Object> values = new ArrayList<>(event.values());
            values.set(1, null);
            after.add(
                    new Event(
                            event.key(), event.sequence() + 100, event.kind(), values, WITHOUT_B));
        }
        Set<Event> seen = new LinkedHashSet<>(after);
        before.forEach(
                event ->
                        seen.add(
                                new Event(
                                        event.key(),
                                        event.sequence(),
                                        event.kind(),
                                        event.values(),
                                        ALL)));
        bench.apply(before, "app", 0);
        bench.applyWithout("b", after, "app", 1);
        Rules rules = bench.rules();
        compare(
                bench.rows(),
                seen,
                Oracle.of(type)
                        .apply(
                                seen,
                                new Rules(
                                        rules.ignoreNull(), rules.units(), rules.tracked(), true)));
    }

    @ParameterizedTest
    @CsvSource({"1, 50", "2, 50", "1, 1500"})
    void allWaysOfAFirstLoadCountAlike(int type, int keys) {
        List<Event> events =
                new Histories(SEED + type, false)
                        .batches(keys, 1, 0).stream().flatMap(List::stream).toList();
        Set<BatchCounts> counts = new LinkedHashSet<>();
        for (Engine engine : List.of(Engine.DRIVER, Engine.DIRECT, Engine.SHUFFLED)) {
            CdcWorkbench bench = new CdcWorkbench(Setup.of(type, engine));
            counts.add(bench.apply(events, "app", 0));
            compare(bench.rows(), events, bench);
        }
        assertThat(counts).hasSize(1);
        assertThat(counts.iterator().next().ties()).isPositive();
    }

    private static void compare(List<Version> rows, Collection<Event> seen, CdcWorkbench bench) {
        compare(rows, seen, Oracle.of(bench.setup.type()).apply(seen, bench.rules()));
    }

    private static void compare(List<Version> rows, Collection<Event> seen, Set<Version> expected) {
        Set<Version> missing = new LinkedHashSet<>(expected);
        rows.forEach(missing::remove);
        List<Version> extra = new ArrayList<>(rows);
        expected.forEach(extra::remove);
        if (!missing.isEmpty() || !extra.isEmpty()) {
            long key = (missing.isEmpty() ? extra.get(0) : missing.iterator().next()).key();
            List<Event> history =
                    seen.stream()
                            .filter(event -> event.key() == key || event.kind() == 'T')
                            .sorted(Comparator.comparingLong(Event::sequence))
                            .toList();
            throw new AssertionError(
                    "key %s%nhistory %s%nmissing %s%nextra %s"
                            .formatted(
                                    key,
                                    history,
                                    missing.stream().filter(v -> v.key() == key).toList(),
                                    extra.stream().filter(v -> v.key() == key).toList()));
        }
    }
}
