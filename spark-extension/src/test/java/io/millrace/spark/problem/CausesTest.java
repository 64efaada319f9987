/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

class CausesTest {

    @Test
    void beginsWithTheErrorAndEndsWithWhatBeganIt() {
        IOException first = new IOException("disk");
        UncheckedIOException second = new UncheckedIOException(first);
        IllegalStateException third = new IllegalStateException(second);

        assertThat(Causes.of(third)).containsExactly(third, second, first);
        assertThat(Causes.innermost(third)).isSameAs(first);
        assertThat(Causes.innermost(first)).isSameAs(first);
    }

    @Test
    void endsWhereAChainComesBackToItself() {
        IllegalStateException first = new IllegalStateException("first");
        IllegalStateException second = new IllegalStateException("second", first);
        first.initCause(second);

        assertThat(Causes.of(first)).containsExactly(first, second);
        assertThat(Causes.innermost(first)).isSameAs(second);
    }
}
