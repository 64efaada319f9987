/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.storage.StorageFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the checksum tells is what Delta itself says of the table, or nothing. */
class ChecksumSnapshotTest {

    private final SparkSession session = SharedSparkSession.get();
    private final StorageFiles files =
            new StorageFiles(session.sparkContext().hadoopConfiguration());

    @TempDir private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(id BIGINT)",
                "(id BIGINT NOT NULL COMMENT 'the ''key''', b STRING) PARTITIONED BY (b)",
                "(id BIGINT, s STRUCT<a: ARRAY<MAP<STRING, INT>>, b: VARCHAR(3)>, c CHAR(2))"
                        + " COMMENT 'Line one\nand \"two\"' TBLPROPERTIES ('x.y' = 'a \"b\" ü')",
                "(id BIGINT, `a.b` STRING DEFAULT 'x')"
                        + " TBLPROPERTIES ('delta.feature.allowColumnDefaults' = 'supported')",
                "(id BIGINT, n STRUCT<f: INT, g: STRING>) CLUSTER BY (id, n.f)",
                "(id BIGINT GENERATED ALWAYS AS IDENTITY, t TIMESTAMP_NTZ, d DECIMAL(38, 9))",
                "(id BIGINT) TBLPROPERTIES ('delta.enableDeletionVectors' = true,"
                        + " 'delta.enableTypeWidening' = true, 'delta.enableRowTracking' = true)",
            })
    void theChecksumTellsWhatDeltaSays(String definition) {
        String path = create(definition);
        assertThat(told(path)).isPresent().isEqualTo(asDeltaSays(path));
        session.sql("ALTER TABLE delta.`" + path + "` ADD COLUMN later INT COMMENT 'new'");
        assertThat(told(path)).isPresent().isEqualTo(asDeltaSays(path));
        assertThat(told(path)).map(TableSnapshot::version).contains(1L);
    }

    @Test
    void columnsWithOtherNamesInTheFilesAreLeftToDelta() {
        String path =
                create("(id BIGINT, b INT) TBLPROPERTIES ('delta.columnMapping.mode' = 'name')");
        assertThat(told(path)).isEmpty();
        assertThat(DeltaTableLog.newest(session, path, System.currentTimeMillis()))
                .isPresent()
                .isEqualTo(asDeltaSays(path));
    }

    @Test
    void aChecksumThatIsNotThatOfTheNewestCommitTellsNothing() throws IOException {
        String path = create("(id BIGINT)");
        assertThat(told(path)).isPresent();
        session.sql("ALTER TABLE delta.`" + path + "` ADD COLUMN later INT");
        Path newest = checksum(path, 1);
        String text = Files.readString(newest);

        Files.writeString(newest, text.substring(0, text.length() / 2));
        assertThat(told(path)).as("cut off").isEmpty();
        Files.writeString(newest, "");
        assertThat(told(path)).as("empty").isEmpty();
        Files.writeString(newest, "{}");
        assertThat(told(path)).as("without metadata").isEmpty();
        Files.delete(newest);
        assertThat(told(path)).as("gone").isEmpty();

        DeltaTableLog.forget(session, path);
        assertThat(DeltaTableLog.newest(session, path, System.currentTimeMillis()))
                .map(table -> table.schema().fieldNames().length)
                .contains(2);
    }

    @Test
    void aFolderWithoutALogIsNoTable() {
        String path = folder.resolve("none").toString();
        assertThat(told(path)).isEmpty();
        assertThat(DeltaTableLog.newest(session, path, System.currentTimeMillis())).isEmpty();
    }

    private String create(String definition) {
        String path = folder.resolve("t").toString();
        session.sql("CREATE TABLE delta.`" + path + "` " + options(definition));
        return path;
    }

    /** The columns come first, then the format, then all else. */
    private static String options(String definition) {
        int depth = 0;
        int end = 0;
        do {
            depth += definition.charAt(end) == '(' ? 1 : 0;
            depth -= definition.charAt(end) == ')' ? 1 : 0;
            end++;
        } while (depth > 0);
        return definition.substring(0, end) + " USING delta" + definition.substring(end);
    }

    private Optional<TableSnapshot> told(String path) {
        return ChecksumSnapshot.newest(files, path);
    }

    private Optional<TableSnapshot> asDeltaSays(String path) {
        DeltaTableLog.forget(session, path);
        return DeltaTableLog.at(session, path).snapshot();
    }

    private static Path checksum(String path, long version) {
        return Path.of(path, "_delta_log", "%020d.crc".formatted(version));
    }
}
