/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandOptionsTest {

    @Test
    void plainNamesStandAsTheyAre() {
        assertThat(CommandOptions.fullRefresh("b", "spark_catalog.silver.c+"))
                .isEqualTo("--full-refresh b,spark_catalog.silver.c+");
        assertThat(CommandOptions.refresh(List.of("größe"))).isEqualTo("--refresh größe");
        assertThat(CommandOptions.rename("f", "g")).isEqualTo("--rename f=g");
        assertThat(CommandOptions.resetCheckpoint("f")).isEqualTo("--reset-checkpoint f");
    }

    @Test
    void whatAShellWouldReadIsQuoted() {
        assertThat(CommandOptions.rename("my flow", "x.`a.b`"))
                .isEqualTo("--rename 'my flow=x.`a.b`'");
        assertThat(CommandOptions.asNew("it's")).isEqualTo("--as-new 'it'\\''s'");
        assertThat(CommandOptions.fullRefresh("$HOME")).isEqualTo("--full-refresh '$HOME'");
    }
}
