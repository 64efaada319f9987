/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.SharedSparkSession;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;

/** A flow that goes on where a query of plain Structured Streaming stopped, and with its memory. */
final class ImportedTable extends CrashTables {

    private static final String SCHEMA = "id BIGINT, ts TIMESTAMP";

    private final Path folder;
    private final Map<String, Long> expected = new TreeMap<>();
    private int files;

    ImportedTable(Path folder) {
        super(folder);
        this.folder = folder;
    }

    @Override
    String sql() {
        return """
        CREATE STREAMING TABLE imported;
        CREATE FLOW continued IMPORT CHECKPOINT '%s' AS INSERT INTO imported BY NAME
          SELECT DISTINCT id, ts
          FROM STREAM read_files('in/rows', format => 'json', schema => '%s')
               WATERMARK ts DELAY OF INTERVAL 1 DAY;
        """
                .formatted(checkpoint(), SCHEMA);
    }

    private String checkpoint() {
        return folder.resolve("old-checkpoint").toUri().toString();
    }

    @Override
    List<String> inputs() {
        return List.of("rows");
    }

    @Override
    void writeFirst() throws Exception {
        writeIds(1, 2);
        StreamingQuery old =
                SharedSparkSession.get()
                        .readStream()
                        .format("json")
                        .schema(SCHEMA)
                        .load(folder.resolve("crash/in/rows").toUri().toString())
                        .withWatermark("ts", "1 day")
                        .dropDuplicates("id", "ts")
                        .writeStream()
                        .format("delta")
                        .option("checkpointLocation", checkpoint())
                        .trigger(Trigger.AvailableNow())
                        .start(folder.resolve("old-table").toUri().toString());
        old.awaitTermination();
    }

    /** One row that is new, and one that the old query has seen. */
    @Override
    void addInput() throws IOException {
        files++;
        writeIds(1, 1000L + files);
        expected.put("" + (1000L + files), 1L);
    }

    private void writeIds(long... ids) throws IOException {
        write(
                "rows",
                "f" + files,
                Arrays.stream(ids)
                        .mapToObj("{\"id\":%d,\"ts\":\"2024-01-01T00:00:00Z\"}"::formatted)
                        .toList());
    }

    @Override
    void checkNothingIsDoubled() {
        assertThat(expected).containsAllEntriesOf(rows("imported", "id"));
    }

    @Override
    void checkTables() {
        assertThat(rows("imported", "id")).isEqualTo(expected);
    }
}
