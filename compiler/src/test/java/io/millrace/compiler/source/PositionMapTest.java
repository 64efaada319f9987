/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.source.LineMap.Position;
import io.millrace.compiler.source.PositionMap.Segment;
import java.util.List;
import org.junit.jupiter.api.Test;

class PositionMapTest {

    /** {@code a${key}b} became {@code aVALUEb}. */
    private static final PositionMap REPLACED =
            new PositionMap(
                    List.of(
                            new Segment(0, 0, true),
                            new Segment(1, 1, false),
                            new Segment(6, 7, true)));

    @Test
    void everyOffsetOfAValueLeadsToItsReference() {
        assertThat(REPLACED.toOriginal(0)).isZero();
        assertThat(REPLACED.toOriginal(1)).isEqualTo(1);
        assertThat(REPLACED.toOriginal(5)).isEqualTo(1);
        assertThat(REPLACED.toOriginal(6)).isEqualTo(7);
    }

    @Test
    void whatEndsInAValueEndsBehindItsReference() {
        assertThat(REPLACED.toOriginalEnd(0)).isZero();
        assertThat(REPLACED.toOriginalEnd(1)).isEqualTo(1);
        assertThat(REPLACED.toOriginalEnd(4)).isEqualTo(7);
        assertThat(REPLACED.toOriginalEnd(6)).isEqualTo(7);
        assertThat(REPLACED.toOriginalEnd(7)).isEqualTo(8);
    }

    @Test
    void twoChangesInARowLeadBackThroughBoth() {
        // The later change takes the middle of aVALUEb out: aVAb.
        PositionMap later =
                new PositionMap(List.of(new Segment(0, 0, true), new Segment(3, 6, true)));
        PositionMap both = REPLACED.andThen(later);
        assertThat(both.toOriginal(0)).isZero();
        assertThat(both.toOriginal(2)).isEqualTo(1);
        assertThat(both.toOriginal(3)).isEqualTo(7);
    }

    @Test
    void aSpanOverAParameterIsAsLongAsItsReference() {
        SourceFile file = SourceFile.of("a.sql", "a${key}b").withText("aVALUEb", REPLACED);
        SourceSpan span = file.span(1, 6);
        assertThat(span.startPosition()).isEqualTo(new Position(1, 2));
        assertThat(span.endPosition()).isEqualTo(new Position(1, 8));
    }
}
