/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.spark.session.PipelineSession;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;

/**
 * Relative paths in queries: they start from the folder of the project, not from where one stands.
 */
public final class BasePath {

    private static final Pattern SCHEME =
            Pattern.compile("^[A-Za-z][A-Za-z0-9+.-]+:/.*", Pattern.DOTALL);

    private BasePath() {}

    /** The path as an absolute Hadoop path. */
    public static String resolve(String path, SparkSession session) {
        if (path.startsWith("/") || SCHEME.matcher(path).matches()) {
            return path;
        }
        String base =
                session.conf()
                        .get(
                                PipelineSession.BASE_DIRECTORY,
                                PipelineSession.hadoopUri(Path.of("")));
        String relative = path.startsWith("./") ? path.substring(2) : path;
        return base.endsWith("/") ? base + relative : base + "/" + relative;
    }
}
