/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SessionSettingsTest {

    private static final String DELTA = "io.delta.sql.DeltaSparkSessionExtension";

    @Test
    void setsUpALocalSparkWithDelta() {
        assertThat(SessionSettings.merge(Map.of(), 2))
                .containsEntry("spark.master", "local[*]")
                .containsEntry(
                        "spark.sql.catalog.spark_catalog",
                        "org.apache.spark.sql.delta.catalog.DeltaCatalog")
                .containsEntry(
                        "spark.hadoop.fs.file.impl",
                        "io.millrace.spark.session.PipelineLocalFileSystem")
                .containsEntry("spark.ui.enabled", "false");
    }

    @Test
    void addsDeltasExtensionBehindTheUsersOnce() {
        assertThat(extensions(Map.of())).startsWith(DELTA);
        assertThat(extensions(Map.of("spark.sql.extensions", "a.B"))).startsWith("a.B," + DELTA);
        assertThat(extensions(Map.of("spark.sql.extensions", DELTA + ", a.B")))
                .startsWith(DELTA + ",a.B")
                .containsOnlyOnce(DELTA);
    }

    @Test
    void keepsWhatTheUserHasSet() {
        var user =
                Map.of(
                        "spark.sql.shuffle.partitions", "7",
                        "spark.sql.catalog.spark_catalog", "x.Catalog",
                        "spark.ui.enabled", "true");
        assertThat(SessionSettings.merge(user, 2)).containsAllEntriesOf(user);
    }

    @Test
    void leavesAClusterItsFileSystemAndItsSizes() {
        assertThat(SessionSettings.merge(Map.of("spark.master", "yarn"), 2))
                .containsEntry("spark.master", "yarn")
                .containsKey("spark.sql.catalog.spark_catalog")
                .doesNotContainKeys(
                        "spark.hadoop.fs.file.impl",
                        "spark.sql.shuffle.partitions",
                        "spark.driver.host");
    }

    private static String extensions(Map<String, String> user) {
        return SessionSettings.merge(user, 2).get("spark.sql.extensions");
    }
}
