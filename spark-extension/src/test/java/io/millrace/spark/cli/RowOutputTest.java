/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowOutputTest {

    @Test
    void tablesAlignNumbersWideCharactersNullsAndSeveralLines() {
        List<String> lines =
                TableOutput.draw(
                        List.of("name", "n"),
                        List.of(false, true),
                        List.of(
                                List.of("日本", "1"),
                                Arrays.asList(null, "200"),
                                List.of("a\nbcdef\u001B[2J", "3")));
        assertThat(lines)
                .containsExactly(
                        "┌──────────┬─────┐",
                        "│ name     │   n │",
                        "├──────────┼─────┤",
                        "│ 日本     │   1 │",
                        "│ NULL     │ 200 │",
                        "│ a        │   3 │",
                        "│ bcdef[2J │     │",
                        "└──────────┴─────┘");
    }

    @Test
    void csvQuotesWhatNeedsIt() {
        assertThat(RowOutput.csvField("plain")).isEqualTo("plain");
        assertThat(RowOutput.csvField("a,b")).isEqualTo("\"a,b\"");
        assertThat(RowOutput.csvField("say \"x\"")).isEqualTo("\"say \"\"x\"\"\"");
        assertThat(RowOutput.csvField("two\nlines")).isEqualTo("\"two\nlines\"");
        assertThat(RowOutput.csvField("")).isEqualTo("\"\"");
        assertThat(RowOutput.csvField(null)).isEmpty();
    }
}
