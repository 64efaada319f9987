/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import io.millrace.spark.session.PipelineSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.SparkSessionExtensions;
import scala.Option;
import scala.collection.immutable.Map$;

/** The one Spark session of this module's tests; its home is a fresh folder under target. */
public final class SharedSparkSession {

    private SharedSparkSession() {}

    public static SparkSession get() {
        return Holder.SESSION;
    }

    public static Path home() {
        return Holder.HOME;
    }

    /** The folder of the tables, as the Hadoop URI that a pipeline's location holds. */
    public static String warehouse() {
        return PipelineSession.hadoopUri(Holder.HOME.resolve("warehouse"));
    }

    /** Another session of the same Spark, which has these extensions only. */
    public static SparkSession with(SparkSessionExtensions extensions) {
        var shared = (org.apache.spark.sql.classic.SparkSession) get();
        return new org.apache.spark.sql.classic.SparkSession(
                shared.sparkContext(),
                Option.apply(shared.sharedState()),
                Option.empty(),
                extensions,
                Map$.MODULE$.empty(),
                Map$.MODULE$.empty());
    }

    private static final class Holder {
        static final Path HOME = createHome();
        static final SparkSession SESSION =
                PipelineSession.builder()
                        .home(HOME)
                        .setting("spark.master", "local[2]")
                        .setting("spark.sql.session.timeZone", "UTC")
                        .start();

        private static Path createHome() {
            try {
                Path target = Files.createDirectories(Path.of("target", "spark-tests"));
                return Files.createTempDirectory(target.toAbsolutePath(), "home");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
