/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.session;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.QueryException;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.problem.LinkageErrors;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import org.apache.spark.sql.SparkSession;

/**
 * Makes the Spark session that a pipeline runs in. Embedded, it is a local Spark with Delta over a
 * warehouse folder; under {@code spark-submit} it is the submitted application's own.
 *
 * <pre>{@code
 * SparkSession session =
 *         PipelineSession.builder().home(Path.of(".millrace")).setting("k", "v").start();
 * }</pre>
 */
public final class PipelineSession {

    /**
     * The folder that relative paths in queries start from, such as those of {@code read_files}: a
     * Hadoop URI, that of the project folder, or of the folder that a bare {@code .sql} file lies
     * in. Without it they start from the working folder.
     */
    public static final String BASE_DIRECTORY = "spark.millrace.base.dir";

    private static final String WAREHOUSE_FOLDER = "warehouse";

    private PipelineSession() {}

    public static Builder builder() {
        return new Builder();
    }

    /**
     * A local folder or file as the Hadoop URI that settings and messages use: absolute, and odd
     * characters as they are, because Hadoop does not decode {@code %20}.
     */
    public static String hadoopUri(Path path) {
        return "file:" + path.toAbsolutePath().normalize();
    }

    /** Collects settings; later calls win. */
    public static final class Builder {

        private final Map<String, String> settings = new LinkedHashMap<>();
        private String warehouse = "";

        private Builder() {}

        /** The home folder: the warehouse of the in-memory catalog goes under it. */
        public Builder home(Path home) {
            return warehouse(hadoopUri(home.resolve(WAREHOUSE_FOLDER)));
        }

        /** The warehouse itself, as a Hadoop URI. A warehouse that the user configured stands. */
        public Builder warehouse(String uri) {
            warehouse = requireNonNull(uri, "uri");
            return this;
        }

        /** Where relative paths in queries start; see {@link #BASE_DIRECTORY}. */
        public Builder baseDirectory(Path folder) {
            return setting(BASE_DIRECTORY, hadoopUri(folder));
        }

        /** A setting of the user's; it wins over every default. */
        public Builder setting(String key, String value) {
            settings.put(requireNonNull(key, "key"), requireNonNull(value, "value"));
            return this;
        }

        public Builder settings(Map<String, String> more) {
            more.forEach(this::setting);
            return this;
        }

        /**
         * Starts the session and makes the tables of the warehouse known to it. When Spark runs in
         * this process already, the session is a new one of that Spark: it has the running one's
         * warehouse, and of the settings those that can still be changed.
         */
        public SparkSession start() {
            SparkSession session = Sessions.running().map(this::join).orElseGet(this::begin);
            WarehouseTables.register(session);
            return session;
        }

        private SparkSession join(SparkSession running) {
            SparkSession session = running.newSession();
            settings.forEach(
                    (key, value) -> {
                        if (!Sessions.isFixed(session, key)) {
                            session.conf().set(key, value);
                        }
                    });
            return session;
        }

        private SparkSession begin() {
            Map<String, String> user = new LinkedHashMap<>();
            if (!warehouse.isEmpty()) {
                user.put(SessionSettings.WAREHOUSE, warehouse);
            }
            // What spark-submit and -Dspark.* give.
            for (String key : System.getProperties().stringPropertyNames()) {
                if (key.startsWith("spark.")) {
                    user.put(key, System.getProperty(key));
                }
            }
            user.putAll(settings);
            int cores = Runtime.getRuntime().availableProcessors();
            SparkSession.Builder spark = SparkSession.builder();
            Map<String, String> all = SessionSettings.merge(user, cores);
            all.forEach(spark::config);
            try {
                return spark.getOrCreate();
            } catch (Exception | LinkageError | ServiceConfigurationError e) {
                // Scala does not declare what it throws.
                Optional<QueryException> known = LinkageErrors.explain(e, all);
                if (known.isPresent()) {
                    throw known.get();
                }
                throw e;
            }
        }
    }
}
