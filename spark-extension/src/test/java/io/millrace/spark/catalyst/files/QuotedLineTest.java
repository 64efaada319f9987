/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.catalyst.files.QuotedLine.Flaw;
import java.util.Map;
import org.apache.spark.sql.internal.SQLConf;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QuotedLineTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1,plain",
                "1,\"quoted, too\"",
                "1,\"\",x",
                "\"\",\"\"",
                "1,\"says \\\"hi\\\"\",x",
                "1,12\" pipe,5\"",
                "1,\"a \"b\" c\",x",
                "lines\",x",
                ""
            })
    void linesThatAreReadAsTheyAreMeant(String line) {
        assertThat(flaw(line, Map.of())).isEqualTo(Flaw.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1,\"two", "\"", "1,\"a, b", "1,\"says \\\"hi", "1,\"x\",\"\"\"y"})
    void quotesThatDoNotEndInTheirLine(String line) {
        assertThat(flaw(line, Map.of())).isEqualTo(Flaw.OPEN);
        assertThat(flaw(line, Map.of("escape", "\""))).isEqualTo(Flaw.OPEN);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1,\"says \"\"hi\"\", bye\",x",
                "\"q\"\"\"",
                "\"\"\"q\"",
                "5,\"\\\",e5",
                "5,\"C:\\\""
            })
    void quotesThatAreEscapedByDoubling(String line) {
        assertThat(flaw(line, Map.of())).isEqualTo(Flaw.DOUBLED);
        assertThat(flaw(line, Map.of("escape", "\""))).isEqualTo(Flaw.NONE);
    }

    @Test
    void optionsSayWhatAQuoteIs() {
        assertThat(flaw("1;'a''b'", Map.of("quote", "'", "sep", ";"))).isEqualTo(Flaw.DOUBLED);
        assertThat(flaw("1;\"a\"\"b", Map.of("quote", "'", "sep", ";"))).isEqualTo(Flaw.NONE);
        assertThat(flaw("1||\"a||b", Map.of("sep", "||"))).isEqualTo(Flaw.OPEN);
        assertThat(flaw("# \"a", Map.of("comment", "#"))).isEqualTo(Flaw.NONE);
        assertThat(flaw("# ,\"a", Map.of())).isEqualTo(Flaw.OPEN);
        assertThat(flaw("1, \"a", Map.of())).isEqualTo(Flaw.NONE);
        assertThat(flaw("1, \"a", Map.of("ignoreLeadingWhiteSpace", "true"))).isEqualTo(Flaw.OPEN);
    }

    private static Flaw flaw(String line, Map<String, String> options) {
        return new QuotedLine(SkippingCsvOptions.of(options, false, new SQLConf())).flaw(line);
    }
}
