/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import static io.millrace.spark.files.FilesFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.session.PipelineSession;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadFilesEncodingTest {

    private static final String ENCODING = "encoding";

    @TempDir Path folder;

    private FilesFixture files;

    @BeforeEach
    void setUp() {
        files = new FilesFixture(folder);
    }

    @Test
    void aMarkSaysHowAFileIsWritten() throws Exception {
        write("a", "\uFEFF", "UTF-8");
        write("b", "\uFEFF", "UTF-16LE");
        write("c", "\uFEFF", "UTF-16BE");
        write("d", "\uFEFF", "UTF-32LE");
        assertAll("csv", "[1,ü€,null]", "header", true);
        assertAll("csv", "[1,ü€]", "header", true, "multiLine", true, "schema", "id INT, n STRING");
        assertAll("json", "[1,ü€,null]", ENCODING, "ISO-8859-1");
        assertAll("json", "[1]", "schema", "id INT", "multiLine", true);
        assertAll("txt", "[ü€]");
        assertAll("txt", "[ü€\n]", "wholeText", true);
        assertAll("xml", "[1,ü€,null]", "rowTag", "p");
        assertThat(files.batch("format", "text", "wholeText", true).count()).isEqualTo(16);
    }

    @Test
    void filesAreReadAsTheOptionSays() throws Exception {
        write("a", "", "UTF-16LE");
        assertThat(rows(batch("csv", "header", true, ENCODING, "UTF-16LE")))
                .containsExactly("[1,ü€,null]");
        assertThat(rows(batch("json", "charset", "utf-16le", "schema", "n STRING")))
                .containsExactly("[ü€]");
        write("a", "", "windows-1252");
        assertThat(rows(batch("csv", "charset", "windows-1252", "multiLine", true).select("_c1")))
                .containsExactly("[n]", "[ü€]");
        assertThat(rows(batch("txt", ENCODING, "windows-1252"))).containsExactly("[ü€]");
        assertThat(rows(batch("xml", "rowTag", "p", ENCODING, "windows-1252")))
                .containsExactly("[1,ü€,null]");
        assertThat(
                        rows(
                                batch(
                                        "xml",
                                        "rowTag",
                                        "p",
                                        "charset",
                                        "windows-1252",
                                        "schema",
                                        "n STRING")))
                .containsExactly("[ü€]");
        assertThat(
                        files.runStream(
                                files.callOn(
                                        uri("json"), ENCODING, "windows-1252", "lineSep", "\n")))
                .containsExactly("[1,ü€,null]");
    }

    @Test
    void anEncodingThatIsNotKnownIsAnError() throws Exception {
        files.write("a.json", "{}");
        assertThatThrownBy(() -> files.batch(ENCODING, "UTF-17"))
                .hasMessageContaining("`encoding` must be an encoding such as 'UTF-8'");
        assertThatThrownBy(() -> files.batch(ENCODING, "utf8", "charset", "utf16"))
                .hasMessageContaining("`encoding` and `charset` say the same");
    }

    private void assertAll(String format, String row, Object... options) {
        assertThat(rows(batch(format, options))).isEqualTo(Collections.nCopies(4, row));
    }

    private Dataset<Row> batch(String format, Object... options) {
        return files.function().batch(files.callOn(uri(format), options));
    }

    private String uri(String format) {
        return PipelineSession.hadoopUri(files.input().resolve(format));
    }

    /** The same row in a file of each format. */
    private void write(String name, String mark, String encoding) throws IOException {
        for (String format : List.of("csv", "json", "txt", "xml")) {
            String text =
                    switch (format) {
                        case "csv" -> "id,n\n1,ü€\n";
                        case "json" -> "{\"id\":1,\"n\":\"ü€\"}\n";
                        case "txt" -> "ü€\n";
                        default -> "<r><p><id>1</id><n>ü€</n></p></r>\n";
                    };
            Path file = files.write(format + "/" + name + "." + format);
            Files.write(file, (mark + text).getBytes(Charset.forName(encoding)));
        }
    }
}
