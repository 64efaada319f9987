/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.delta.sql.DeltaSparkSessionExtension;
import io.millrace.spark.MillracePlugin;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.doctor.Finding.State;
import io.millrace.spark.session.SetUp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoctorTest {

    @TempDir Path home;

    private List<Finding> examine(SparkSession session, String folder) {
        return Doctor.examine(session, folder);
    }

    @Test
    void aSessionThatIsSetUpHasNothingToMend() {
        assertThat(examine(SharedSparkSession.get(), "file:" + home))
                .allMatch(finding -> finding.state() == State.OK)
                .extracting(Finding::check)
                .contains("versions", "parsers", "catalog", "storage");
    }

    @Test
    void aSessionWithoutOurParserSaysSo() {
        SparkSessionExtensions extensions = new SparkSessionExtensions();
        new DeltaSparkSessionExtension().apply(extensions);
        assertThat(examine(SharedSparkSession.with(extensions), "file:" + home))
                .filteredOn(finding -> finding.check().equals("parsers"))
                .allMatch(finding -> finding.state() == State.ERROR)
                .allMatch(finding -> finding.remedy().isPresent());
    }

    @Test
    void aSwitchThatIsOffAndAHomeThatCannotBeWrittenAreTold() throws Exception {
        SparkSession session = SharedSparkSession.get().newSession();
        session.conf().set("spark.millrace.parser.enabled", "false");
        Path file = Files.createFile(home.resolve("file"));
        assertThat(examine(session, "file:" + file))
                .filteredOn(finding -> finding.state() != State.OK)
                .extracting(Finding::check)
                .containsExactly("switch", "storage");
    }

    @Test
    void thePluginAddsWhatIsMissingAndLeavesWhatTheUserHasSet() {
        assertThat(SetUp.PLUGIN).isEqualTo(MillracePlugin.class.getName());
        SparkConf conf =
                new SparkConf(false)
                        .set("spark.sql.extensions", "a.B")
                        .set("spark.delta.logStore.file.impl", "c.D");
        SetUp.complete(conf);
        assertThat(SetUp.names(conf.get("spark.sql.extensions")))
                .containsExactly("a.B", SetUp.DELTA_EXTENSION, SetUp.OWN_EXTENSION);
        assertThat(conf.get("spark.delta.logStore.file.impl")).isEqualTo("c.D");
        assertThat(conf.get(SetUp.CATALOG)).endsWith("DeltaCatalog");
    }
}
