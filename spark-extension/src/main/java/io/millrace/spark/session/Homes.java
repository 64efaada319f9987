/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.session;

import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;

/**
 * Where sessions keep what they define. The server decides: it is read from the settings that Spark
 * was started with, not from those of a session.
 */
public final class Homes {

    /** A setting that Spark is started with: a Hadoop URI. */
    public static final String HOME = "spark.millrace.home";

    private static final String FOLDER = "_millrace";

    private Homes() {}

    /** The home as a Hadoop URI without a slash at its end; in the warehouse unless it is set. */
    public static String of(SparkSession session) {
        String warehouse = session.conf().get(SessionSettings.WAREHOUSE);
        String home =
                session.sparkContext()
                        .getConf()
                        .get(HOME, new Path(new Path(warehouse), FOLDER).toString());
        return home.endsWith("/") ? home.substring(0, home.length() - 1) : home;
    }
}
