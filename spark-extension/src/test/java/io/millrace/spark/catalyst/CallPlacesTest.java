/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;

class CallPlacesTest {

    private static final String TWO =
            "SELECT 'é read_files(0)' FROM read_files('/a', format => concat('js', 'on'), x => 1)\n"
                    + "JOIN STREAM `Read_Files`( -- read_files('/c')\n '/b')";

    @Test
    void pointsAtThePathOfACall() {
        assertThat(find(TWO, 0, Optional.of("/a"), Optional.empty())).isEqualTo("'/a'");
        assertThat(find(TWO, 0, Optional.of("/b"), Optional.empty())).isEqualTo("'/b'");
    }

    @Test
    void takesTheFirstCallWhenThePathIsComputed() {
        assertThat(
                        find(
                                "SELECT * FROM read_files(concat('/a', '/b'), format => 'json')",
                                0,
                                Optional.empty(),
                                Optional.empty()))
                .isEqualTo("concat('/a', '/b')");
        assertThat(find(TWO, 60, Optional.empty(), Optional.empty())).isEqualTo("'/b'");
    }

    @Test
    void pointsAtANamedArgument() {
        assertThat(find(TWO, 0, Optional.of("/a"), Optional.of("FORMAT")))
                .isEqualTo("format => concat('js', 'on')");
        assertThat(find(TWO, 0, Optional.of("/a"), Optional.of("x"))).isEqualTo("x => 1");
        assertThat(find(TWO, 0, Optional.of("/a"), Optional.of("y"))).isEqualTo("'/a'");
    }

    @Test
    void pointsAtTheFunctionWhenThereIsNoPath() {
        assertThat(
                        find(
                                "SELECT * FROM read_files(format => 'json')",
                                0,
                                Optional.empty(),
                                Optional.empty()))
                .isEqualTo("read_files");
        assertThat(find("SELECT * FROM read_files()", 0, Optional.empty(), Optional.empty()))
                .isEqualTo("read_files");
    }

    @Test
    void findsNothingWithoutACall() {
        assertThat(
                        new CallPlaces("SELECT 'read_files('")
                                .find("read_files", 0, Optional.empty(), Optional.empty()))
                .isEmpty();
    }

    private static String find(
            String text, int from, Optional<String> first, Optional<String> argument) {
        CallPlaces.Stretch stretch =
                new CallPlaces(text).find("read_files", from, first, argument).orElseThrow();
        return text.substring(stretch.start(), stretch.stop() + 1);
    }
}
