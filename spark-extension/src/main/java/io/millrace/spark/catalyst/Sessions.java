/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.internal.config.ConfigEntry;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.classic.SparkSession$;

/** Sessions of their own for flows. */
public final class Sessions {

    /** Whether a session has class loaders of its own in the executors. */
    public static final String ISOLATION = "spark.sql.artifact.isolation.enabled";

    private Sessions() {}

    /**
     * A session with the settings and temporary views of another, and some settings more: what is
     * set in it does not show in the other.
     *
     * <p>Jobs keep the tags that this thread has. Were they the clone's too, Spark would take them
     * away at the end of each query of it, and who cancels a tag would miss the jobs that follow.
     *
     * <p>An isolated session has class loaders of its own in the executors, for the artifacts that
     * were added to it; classes that were generated before are of no use there, and each stream
     * would compile, and warm up, everything anew. The clone of a session without artifacts shares
     * those that are there.
     */
    public static SparkSession cloneWith(SparkSession session, Map<String, String> settings) {
        org.apache.spark.sql.classic.SparkSession parent = classic(session);
        org.apache.spark.sql.classic.SparkSession clone = parent.cloneSession();
        if (parent.artifactManager().sessionArtifactAdded().get()) {
            // Spark gives the clone what was added, but would not look for classes there.
            clone.artifactManager().sessionArtifactAdded().set(true);
        } else if (parent.conf().get(ISOLATION).equals("true")) {
            // Whether a session is isolated is settled when it is made.
            clone.conf().set(ISOLATION, "false");
            clone = clone.cloneSession();
        }
        clone.clearTags();
        settings.forEach(clone.conf()::set);
        return clone;
    }

    /** The session that runs in this process, if there is one. */
    public static Optional<SparkSession> running() {
        return ScalaInterop.optional(SparkSession$.MODULE$.getDefaultSession())
                .filter(session -> !session.sparkContext().isStopped())
                .map(SparkSession.class::cast);
    }

    /** Whether a setting cannot be changed any more once Spark runs. */
    public static boolean isFixed(SparkSession session, String key) {
        return ConfigEntry.findEntry(key) != null && !session.conf().isModifiable(key);
    }

    /** All settings of a session that have a value. */
    public static Map<String, String> settings(SparkSession session) {
        return ScalaInterop.map(session.conf().getAll());
    }

    /** The settings that a session's streaming queries hand to Hadoop's file systems. */
    public static Configuration hadoopSettings(SparkSession session) {
        return classic(session).sessionState().newHadoopConf();
    }

    /** Makes the session the one that Spark's internals find in this thread. */
    public static void activate(SparkSession session) {
        SparkSession$.MODULE$.setActiveSession(session);
    }

    static org.apache.spark.sql.classic.SparkSession classic(SparkSession session) {
        return (org.apache.spark.sql.classic.SparkSession) session;
    }
}
