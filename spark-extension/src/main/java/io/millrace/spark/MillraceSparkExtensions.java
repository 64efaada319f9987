/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import io.millrace.spark.catalyst.SessionExtension;
import io.millrace.spark.cdc.CdcViews;

/**
 * Makes a Spark session understand the tables of Millrace. Named in {@code spark.sql.extensions},
 * beside Delta's extension, in either order.
 */
public final class MillraceSparkExtensions extends SessionExtension {

    public MillraceSparkExtensions() {
        super(CdcViews.IN_SESSIONS);
    }
}
