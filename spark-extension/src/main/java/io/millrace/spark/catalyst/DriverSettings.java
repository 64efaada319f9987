/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import org.apache.spark.SparkConf;
import org.apache.spark.SparkContext;

/** The settings of a Spark that is starting. */
public final class DriverSettings {

    private DriverSettings() {}

    /** Those themselves, not a copy as the public API gives: what is set in them is seen. */
    public static SparkConf of(SparkContext context) {
        return context.conf();
    }
}
