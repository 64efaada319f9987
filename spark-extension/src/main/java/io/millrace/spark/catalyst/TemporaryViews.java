/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.catalog.TemporaryViewRelation;

/** The temporary views of a session. */
public final class TemporaryViews {

    private TemporaryViews() {}

    /**
     * A temporary view.
     *
     * @param query its text; empty when it was not made by SQL
     * @param namespace the catalog and the schema that unqualified names in the text belong to
     */
    public record View(String name, Optional<String> query, List<String> namespace) {
        public View {
            namespace = List.copyOf(namespace);
        }
    }

    /** All of them, by their names in lower case. */
    public static Map<String, View> of(SparkSession session) {
        SessionCatalog catalog = Sessions.classic(session).sessionState().catalog();
        Map<String, View> views = new TreeMap<>();
        for (String name : ScalaInterop.list(catalog.getTempViewNames())) {
            ScalaInterop.optional(catalog.getRawTempView(name))
                    .map(TemporaryViewRelation::tableMeta)
                    .ifPresent(
                            view -> views.put(name.toLowerCase(java.util.Locale.ROOT), of(view)));
        }
        return views;
    }

    private static View of(CatalogTable view) {
        return new View(
                view.identifier().table(),
                ScalaInterop.optional(view.viewText()),
                ScalaInterop.list(view.viewCatalogAndNamespace()));
    }
}
