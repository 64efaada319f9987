/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.SharedSparkSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionsTest {

    private static final Set<Integer> LOADERS = new ConcurrentSkipListSet<>();

    @Test
    void clonesRunTheirTasksWithTheSameClassLoader() {
        SparkSession session = isolated();
        LOADERS.clear();
        for (int i = 0; i < 2; i++) {
            run(Sessions.cloneWith(session, Map.of()));
        }
        assertThat(LOADERS).hasSize(1);
    }

    @Test
    void theCloneOfASessionWithArtifactsKeepsThemToItself(@TempDir Path folder) throws IOException {
        SparkSession session = isolated();
        Path jar = folder.resolve("more.jar");
        new JarOutputStream(Files.newOutputStream(jar), new Manifest()).close();
        session.addArtifact(jar.toString());
        SparkSession clone = Sessions.cloneWith(session, Map.of());
        assertThat(clone.conf().get(Sessions.ISOLATION)).isEqualTo("true");
        LOADERS.clear();
        run(clone);
        run(Sessions.cloneWith(isolated(), Map.of()));
        assertThat(LOADERS).hasSize(2);
    }

    private static SparkSession isolated() {
        SparkSession session = SharedSparkSession.get().newSession();
        session.conf().set(Sessions.ISOLATION, "true");
        return session;
    }

    /** Notes the class loader of a task. */
    private static void run(SparkSession session) {
        session.udf()
                .register(
                        "note_loader",
                        (UDF1<Long, Integer>)
                                row -> {
                                    int loader =
                                            System.identityHashCode(
                                                    Thread.currentThread().getContextClassLoader());
                                    if (TaskContext.get() != null) {
                                        LOADERS.add(loader);
                                    }
                                    return loader;
                                },
                        DataTypes.IntegerType);
        var unused = session.range(1).selectExpr("note_loader(id + 1)").localCheckpoint().count();
    }
}
