/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.compiler.files.ByteSize;
import io.millrace.spark.function.TableFunctionException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadFilesArgumentsTest {

    @TempDir Path folder;

    private FilesFixture files;

    @BeforeEach
    void setUp() throws Exception {
        files = new FilesFixture(folder);
        files.write("a.json", "{\"id\":1}");
    }

    @Test
    void namesTheNearestOption() {
        assertRejected(
                "`formt` is not an option of read_files; did you mean `format`?", "formt", "json");
        assertRejected("did you mean `maxFilesPerTrigger`?", "maxFilesPerTriger", 1);
        assertRejected("`colour` is not an option of read_files", "colour", 1);
    }

    @Test
    void namesWhatAValueMustBe() {
        assertRejected("`header` must be true or false, not 'yes'", "header", "yes");
        assertRejected(
                "`maxFilesPerTrigger` must be a whole number, not 'many'",
                "maxFilesPerTrigger",
                "many");
        assertRejected(
                "`maxBytesPerTrigger` must be a number of bytes",
                "maxBytesPerTrigger",
                "1 elephant");
        assertRejected("`mode` must be PERMISSIVE, DROPMALFORMED or FAILFAST", "mode", "LENIENT");
        assertRejected("`modifiedAfter` must be a time such as", "modifiedAfter", "yesterday");
        assertRejected("`schema` is not a list of columns", "schema", "id, name");
        assertRejected("`schemaHints`: cannot understand `id`", "schemaHints", "id");
        assertRejected("must not be NULL", "format", null);
    }

    @Test
    void namesTheFaultyArgument() {
        assertThatThrownBy(() -> files.batch("header", "yes"))
                .isInstanceOfSatisfying(
                        TableFunctionException.class,
                        e -> assertThat(e.argument()).contains("header"));
    }

    @Test
    void leavesAnOptionOfAnotherFormatOut() {
        assertThat(files.batch("rowTag", "x", "header", true).collectAsList())
                .isEqualTo(files.batch().collectAsList())
                .isNotEmpty();
    }

    @Test
    void rejectsUnknownFormats() {
        assertRejected("did you mean `parquet`?", "format", "parket");
        assertRejected("`delta` is not a format of read_files", "format", "delta");
    }

    @Test
    void takesTheOneValueOfOptionsWithoutAChoice() {
        assertThat(
                        files.batch(
                                        "useStrictGlobber",
                                        true,
                                        "cloudFiles.schemaLocation",
                                        "/x",
                                        "schema",
                                        "id INT")
                                .count())
                .isEqualTo(1);
        assertRejected("`useStrictGlobber` can only be 'true'", "useStrictGlobber", false);
    }

    @Test
    void needsAPath() {
        assertThatThrownBy(() -> files.function().batch(files.call(List.of(), Map.of())))
                .hasMessageContaining("needs a path");
    }

    @Test
    void readsSizesWithUnits() {
        assertThat(ByteSize.parse("10")).isEqualTo(10);
        assertThat(ByteSize.parse("2 KB")).isEqualTo(2048);
        assertThat(ByteSize.parse("1g")).isEqualTo(1L << 30);
    }

    private void assertRejected(String message, String option, Object value) {
        assertThatThrownBy(() -> files.batch(option, value))
                .isInstanceOf(TableFunctionException.class)
                .hasMessageContaining(message);
    }
}
