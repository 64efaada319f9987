/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.DataSource;

/** The data sources that a session knows. */
public final class DataSources {

    private DataSources() {}

    /** Whether there is one of that name, or of that class. */
    public static boolean exists(SparkSession session, String format) {
        try {
            var unused =
                    DataSource.lookupDataSource(
                            format, Sessions.classic(session).sessionState().conf());
            return true;
        } catch (Exception e) {
            // Scala does not declare that the class may not be found.
            return false;
        }
    }
}
