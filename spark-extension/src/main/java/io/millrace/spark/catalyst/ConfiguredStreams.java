/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTableType;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.classic.Dataset;
import org.apache.spark.sql.classic.SparkSession;
import org.apache.spark.sql.connector.catalog.TableProvider;
import org.apache.spark.sql.execution.datasources.DataSource$;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.streaming.DataStreamReader;

/**
 * Streams from tables of Spark's own catalog that stand for a source with columns of its own, such
 * as {@code USING kafka OPTIONS (...)}: Spark would hand the columns to it, which such sources
 * refuse.
 */
final class ConfiguredStreams {

    private ConfiguredStreams() {}

    /**
     * The stream of a table; empty where Spark shall make it.
     *
     * @param options those of the query, which go before those of the table
     */
    static Optional<LogicalPlan> of(
            SparkSession session, List<String> name, Map<String, String> options) {
        Optional<CatalogTable> table =
                CatalogTables.isSessionCatalog(name)
                        ? CatalogTables.find(session, name)
                        : Optional.empty();
        if (table.isEmpty() || table.get().tableType().equals(CatalogTableType.VIEW())) {
            return Optional.empty();
        }
        return ScalaInterop.optional(table.get().provider())
                .filter(provider -> !provider.equalsIgnoreCase("hive"))
                .flatMap(provider -> stream(session, table.get(), provider, options));
    }

    private static Optional<LogicalPlan> stream(
            SparkSession session,
            CatalogTable table,
            String provider,
            Map<String, String> options) {
        Class<?> source =
                DataSource$.MODULE$.lookupDataSource(provider, session.sessionState().conf());
        if (FileFormat.class.isAssignableFrom(source) || takesColumns(source)) {
            return Optional.empty();
        }
        Map<String, String> all = new HashMap<>(ScalaInterop.map(table.storage().properties()));
        all.putAll(options);
        DataStreamReader reader = session.readStream().format(provider).options(all);
        return Optional.of(((Dataset<?>) reader.load()).logicalPlan());
    }

    private static boolean takesColumns(Class<?> source) {
        if (!TableProvider.class.isAssignableFrom(source)) {
            return false;
        }
        try {
            return ((TableProvider) source.getDeclaredConstructor().newInstance())
                    .supportsExternalMetadata();
        } catch (ReflectiveOperationException e) {
            return false;
        }
    }
}
