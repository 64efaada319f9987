/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.delta.CommitFence;
import io.millrace.spark.delta.CommitFences;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.TableChange;
import io.millrace.spark.delta.TableWrite;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.streaming.checkpointing.CheckpointFileManager;
import org.apache.spark.sql.types.StructType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommitFenceTest {

    private static final TableWrite.Mark GENERATION = new TableWrite.Mark("generation", 1);
    private static final TableWrite.Mark NEXT_HOLDER = new TableWrite.Mark("lease", 2);

    @TempDir java.nio.file.Path folder;

    private final SparkSession plain = SharedSparkSession.get();
    private final SparkSession fenced = Sessions.cloneWith(plain, Map.of());
    private final Fence fence = new Fence();

    /** A right that a test can take away. */
    private static final class Fence implements CommitFence {
        private boolean held = true;
        private Runnable whenChecked = () -> {};

        @Override
        public TableWrite.Mark mark() {
            return new TableWrite.Mark("lease", 1);
        }

        @Override
        public void check() {
            if (!held) {
                throw lost();
            }
            whenChecked.run();
        }

        @Override
        public boolean seemsHeld() {
            return held;
        }

        @Override
        public RuntimeException lost() {
            return new IllegalStateException("lost");
        }
    }

    @BeforeEach
    void createTable() {
        CommitFences.set(fenced, folder.toString(), fence);
        table(fenced)
                .create(
                        new TableChange(
                                StructType.fromDDL("x BIGINT"),
                                List.of(),
                                List.of(),
                                Optional.empty(),
                                Map.of()),
                        GENERATION);
    }

    @AfterEach
    void removeFence() {
        CommitFences.remove(folder.toString());
    }

    @Test
    void letsTheHolderCommit() {
        table(fenced).write(write(fenced.range(2).toDF("x")));
        assertThat(rows()).isEqualTo(2);
    }

    @Test
    void refusesWhoHasLostTheRight() {
        fence.held = false;
        assertThatThrownBy(() -> table(fenced).write(write(fenced.range(2).toDF("x"))))
                .hasMessage("lost");
        assertThat(rows()).isZero();
    }

    @Test
    void refusesWhoDoesNotKnowYetThatAnotherHasTakenOver() {
        table(plain).mark(NEXT_HOLDER);
        assertThatThrownBy(() -> table(fenced).write(write(fenced.range(2).toDF("x"))))
                .hasMessage("lost");
        assertThat(rows()).isZero();
    }

    @Test
    void failsACommitThatWasUnderWayWhenAnotherTookOver() {
        fence.whenChecked = () -> table(plain).mark(NEXT_HOLDER);
        assertThatThrownBy(() -> table(fenced).write(write(fenced.range(2).toDF("x"))))
                .hasMessageContaining("Concurrent");
        assertThat(rows()).isZero();
    }

    @Test
    void keepsWhoHasLostTheRightFromChangingACheckpoint() throws Exception {
        Path file = new Path("file:" + folder + "/checkpoint/offsets/0");
        Configuration settings = Sessions.hadoopSettings(fenced);
        CheckpointFileManager files = CheckpointFileManager.create(file.getParent(), settings);
        files.mkdirs(file.getParent());
        try (var out = files.createAtomic(file, false)) {
            out.write(1);
        }
        assertThat(files.exists(file)).isTrue();
        var open = files.createAtomic(file, true);
        open.write(2);
        fence.held = false;
        assertThatThrownBy(open::close).hasMessage("lost");
        assertThatThrownBy(() -> files.createAtomic(file, true)).hasMessage("lost");
        assertThatThrownBy(() -> files.delete(file)).hasMessage("lost");
        try (var in = files.open(file)) {
            assertThat(in.read()).isEqualTo(1);
        }
    }

    private static TableWrite write(Dataset<Row> rows) {
        return new TableWrite(rows, false, Optional.empty(), GENERATION, Optional.empty(), "test");
    }

    private DeltaTableLog table(SparkSession session) {
        return DeltaTableLog.at(session, path());
    }

    private String path() {
        return "file:" + folder + "/table";
    }

    private long rows() {
        return plain.read().format("delta").load(path()).count();
    }
}
