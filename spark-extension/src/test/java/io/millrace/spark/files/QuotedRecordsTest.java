/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.TestPipeline;
import io.millrace.spark.UpdateListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuotedRecordsTest {

    @TempDir Path storage;

    @TempDir Path data;

    @Test
    void recordsThatAreNotReadAsWrittenAreCounted() throws IOException {
        Files.writeString(
                data.resolve("a.csv"),
                "id,note,z\n1,\"he said \"\"hi\"\", bye\",e\n2,\"two\nlines\",e\n3,\"\"\"q\",e\n");
        List<String> warnings = new CopyOnWriteArrayList<>();
        var pipeline = new TestPipeline(storage);
        pipeline.listener(
                new UpdateListener() {
                    @Override
                    public void warning(String message) {
                        warnings.add(message);
                    }
                });
        pipeline.streamingTable("t", "SELECT id FROM STREAM " + files(""));
        pipeline.streamingTable(
                "whole", "SELECT * FROM STREAM " + files(", multiLine => true, escape => '\"'"));
        pipeline.run();
        pipeline.run();

        String file = data.toUri().toString().replace("file:///", "file:/") + "a.csv";
        assertThat(warnings)
                .containsExactly(
                        "flow `t` read 1 CSV record with a line break inside of quotes as several"
                                + " records, the first of them in "
                                + file
                                + "; `multiLine => true` reads them whole",
                        "flow `t` read 2 CSV records with doubled quotes inside of quotes, or with"
                                + " the escape character before the last quote, not as written, the"
                                + " first of them in "
                                + file
                                + "; an `escape` that is the `quote` itself reads them right:"
                                + " `escape => '\"'`");
        assertThat(pipeline.rows("SELECT note FROM whole ORDER BY id"))
                .containsExactly("[he said \"hi\", bye]", "[two\nlines]", "[\"q]");
    }

    private String files(String options) {
        return "read_files('%s', format => 'csv', header => true, schema => 'id INT, note STRING, z STRING'%s)"
                .formatted(data, options);
    }
}
