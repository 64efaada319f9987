/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import io.millrace.spark.catalyst.DriverSettings;
import io.millrace.spark.session.SetUp;
import java.util.Map;
import org.apache.spark.SparkContext;
import org.apache.spark.api.plugin.DriverPlugin;
import org.apache.spark.api.plugin.ExecutorPlugin;
import org.apache.spark.api.plugin.PluginContext;
import org.apache.spark.api.plugin.SparkPlugin;

/**
 * The set-up in one line, {@code spark.plugins=io.millrace.spark.MillracePlugin}: adds the
 * extensions of Delta and of Millrace behind those that the user has listed, and Delta's catalog,
 * before the first session is made. What the user has set stays as it is.
 */
public final class MillracePlugin implements SparkPlugin {

    @Override
    public DriverPlugin driverPlugin() {
        return new DriverPlugin() {
            @Override
            public Map<String, String> init(SparkContext context, PluginContext plugin) {
                SetUp.complete(DriverSettings.of(context));
                return Map.of();
            }
        };
    }

    /** Executors need nothing. */
    @Override
    public ExecutorPlugin executorPlugin() {
        return null;
    }
}
