/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import io.millrace.spark.catalyst.SessionExtension;
import io.millrace.spark.cdc.CdcViews;
import io.millrace.spark.delta.PreparedScanRule;
import io.millrace.spark.statement.PipelineStatements;

/**
 * Makes a Spark session understand the statements and the tables of Millrace. Named in {@code
 * spark.sql.extensions}, behind Delta's extension; before it too, but then parameters of statements
 * do not arrive.
 */
public final class MillraceSparkExtensions extends SessionExtension {

    public MillraceSparkExtensions() {
        super(
                CdcViews.IN_SESSIONS,
                new PipelineStatements(),
                PipelineStatements.FUNCTIONS,
                PreparedScanRule::new);
    }
}
