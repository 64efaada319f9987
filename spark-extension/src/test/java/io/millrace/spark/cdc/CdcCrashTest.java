/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.QueryException;
import io.millrace.spark.cdc.BatchApplier.Engine;
import io.millrace.spark.cdc.BatchApplier.Step;
import io.millrace.spark.cdc.CdcWorkbench.Setup;
import io.millrace.spark.cdc.Oracle.Event;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a crash between any two steps leaves, and what a bad event leaves: nothing half done. */
class CdcCrashTest {

    private static final class Crash extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    @ParameterizedTest
    @EnumSource(
            value = Engine.class,
            names = {"DRIVER", "DIRECT"})
    void aBatchThatComesAgainAfterACrashIsAppliedOnce(Engine engine) {
        CdcWorkbench bench = new CdcWorkbench(Setup.of(2, engine));
        Set<Event> seen = new LinkedHashSet<>();
        List<List<Event>> batches = new Histories(3, false).batches(20, Step.values().length, 0);
        for (Step step : Step.values()) {
            List<Event> batch = batches.get(step.ordinal());
            long before = bench.version();
            assertThatThrownBy(
                            () ->
                                    bench.apply(
                                            batch,
                                            "app",
                                            step.ordinal(),
                                            reached -> {
                                                if (reached == step) {
                                                    throw new Crash();
                                                }
                                            }))
                    .isInstanceOf(Crash.class);
            assertThat(bench.version()).isEqualTo(step == Step.COMMITTED ? before + 1 : before);

            bench.apply(batch, "app", step.ordinal());

            assertThat(bench.version()).isEqualTo(before + 1);
            seen.addAll(batch);
            assertThat(bench.rows())
                    .containsExactlyInAnyOrderElementsOf(Oracle.type2(seen, bench.rules()));
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Engine.class,
            names = {"DRIVER", "DIRECT"})
    void aNullSequenceFailsTheBatchAndNothingIsWritten(Engine engine) {
        CdcWorkbench bench = new CdcWorkbench(Setup.of(1, engine));
        Event good = upsert(1, 10, 1);
        bench.apply(List.of(good), "app", 0);
        long before = bench.version();
        var bad =
                bench.source(List.of(good, upsert(2, 20, 2)))
                        .selectExpr("k", "if(k = 2, null, seq) as seq", "op", "a", "b", "s");

        assertThatThrownBy(() -> bench.applyRows(bad, "app", 1))
                .isInstanceOf(QueryException.class)
                .hasMessageContaining("0 event(s) have a NULL key and 1 a NULL sequence")
                .hasMessageContaining("k = 2");

        assertThat(bench.version()).isEqualTo(before);
    }

    @Test
    void tiesAreCounted() {
        CdcWorkbench bench = new CdcWorkbench(Setup.of(1, Engine.DRIVER));

        BatchCounts first = bench.apply(List.of(upsert(1, 10, 1), upsert(1, 10, 2)), "app", 0);
        BatchCounts second = bench.apply(List.of(upsert(1, 10, 3)), "app", 1);

        assertThat(first.ties()).isEqualTo(1);
        assertThat(second.ties()).isEqualTo(1);
        assertThat(bench.rows().get(0).values().get(0)).isEqualTo(3);
    }

    private static Event upsert(long key, long sequence, int a) {
        return new Event(key, sequence, 'U', Arrays.asList(a, null, null, null, null), null);
    }
}
