/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.compiler.token.Quoted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.analysis.SchemaBinding$;
import org.apache.spark.sql.catalyst.analysis.SchemaCompensation$;
import org.apache.spark.sql.catalyst.analysis.SchemaUnsupported$;
import org.apache.spark.sql.catalyst.analysis.ViewSchemaMode;
import org.apache.spark.sql.catalyst.catalog.CatalogTable;
import org.apache.spark.sql.catalyst.catalog.CatalogTableType;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.plans.logical.LocalRelation;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.types.DataTypeUtils;
import org.apache.spark.sql.execution.command.ViewHelper$;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import scala.Option;

/** Permanent views whose columns are known beforehand. */
public final class CatalogViews {

    private CatalogViews() {}

    /**
     * What a view is.
     *
     * @param columns of the query's result, with their comments
     */
    public record Definition(
            String query,
            StructType columns,
            Optional<String> comment,
            Map<String, String> properties) {}

    /**
     * Creates a view, or replaces the one of that name; one that is there as it shall be is left
     * alone. A new view of Spark's own catalog is put there without a look at what it reads, which
     * is a hundred times quicker than the statement.
     */
    public static void put(SparkSession session, List<String> name, Definition view) {
        if (CatalogTables.isSessionCatalog(name)) {
            CatalogTable wanted = entry(session, name, view);
            Optional<CatalogTable> found = CatalogTables.find(session, name);
            if (found.isEmpty()) {
                CatalogTables.create(session, wanted);
                return;
            }
            if (isSame(found.get(), wanted, view)) {
                return;
            }
        }
        replace(session, name, false, other -> session.sql(statement(other, view)));
    }

    /**
     * Creates or replaces a view by a statement, also one whose name the statement does not take. A
     * view of metrics, and one that takes its place, is made under another name first, because
     * Spark's statement replaces only views of the same kind, and no views of metrics.
     *
     * @param ofMetrics whether the statement makes a view of metrics
     * @param statement runs the statement for a name
     */
    public static void replace(
            SparkSession session,
            List<String> name,
            boolean ofMetrics,
            Consumer<List<String>> statement) {
        String last = name.get(name.size() - 1);
        boolean isOurs = CatalogTables.isSessionCatalog(name);
        Optional<CatalogTable> other =
                (isOurs ? CatalogTables.find(session, name) : Optional.<CatalogTable>empty())
                        .filter(found -> ofMetrics || !isOfRows(found));
        boolean named = CatalogTables.isWord(last) || !isOurs || !WarehouseCatalog.forgets(session);
        if (named && other.isEmpty()) {
            statement.accept(name);
            return;
        }
        List<String> standIn = new ArrayList<>(name.subList(0, name.size() - 1));
        standIn.add("millrace_view_" + Digests.sha256(last).substring(0, 16));
        CatalogTables.forget(session, standIn);
        statement.accept(standIn);
        if (other.isPresent() && isSame(other.get(), CatalogTables.find(session, standIn))) {
            CatalogTables.forget(session, standIn);
        } else {
            CatalogTables.renameView(session, standIn, name);
        }
    }

    private static boolean isOfRows(CatalogTable table) {
        return table.tableType().equals(CatalogTableType.VIEW());
    }

    private static boolean isSame(CatalogTable found, Optional<CatalogTable> wanted) {
        return wanted.isPresent()
                && found.tableType().equals(wanted.get().tableType())
                && found.viewText().equals(wanted.get().viewText())
                && found.comment().equals(wanted.get().comment())
                && found.schema().json().equals(wanted.get().schema().json())
                && found.properties().equals(wanted.get().properties());
    }

    private static boolean isSame(CatalogTable found, CatalogTable wanted, Definition view) {
        Map<String, String> properties = ScalaInterop.map(found.properties());
        return found.tableType().equals(wanted.tableType())
                && found.viewText().equals(wanted.viewText())
                && found.comment().equals(wanted.comment())
                && found.schema().json().equals(wanted.schema().json())
                && properties.entrySet().containsAll(view.properties().entrySet());
    }

    private static CatalogTable entry(SparkSession session, List<String> name, Definition view) {
        LogicalPlan rows =
                new LocalRelation(
                        ScalaInterop.<Attribute>seq(
                                ScalaInterop.list(DataTypeUtils.toAttributes(view.columns()))),
                        ScalaInterop.seq(List.of()),
                        false,
                        Option.empty());
        return ViewHelper$.MODULE$.prepareTable(
                session,
                CatalogTables.identifier(name),
                Option.apply(view.query()),
                rows,
                ScalaInterop.seq(List.of()),
                ScalaInterop.map(view.properties()),
                schemaMode(Sessions.classic(session).sessionState().conf()),
                ScalaInterop.option(view.comment()),
                Option.empty(),
                false);
    }

    /** What a statement without the clause means. */
    private static ViewSchemaMode schemaMode(SQLConf settings) {
        if (!settings.viewSchemaBindingEnabled()) {
            return SchemaUnsupported$.MODULE$;
        }
        return settings.viewSchemaCompensation()
                ? SchemaCompensation$.MODULE$
                : SchemaBinding$.MODULE$;
    }

    private static String statement(List<String> name, Definition view) {
        StringBuilder properties = new StringBuilder();
        view.properties()
                .forEach(
                        (key, value) ->
                                properties
                                        .append(properties.isEmpty() ? " TBLPROPERTIES (" : ", ")
                                        .append(Quoted.string(key))
                                        .append(" = ")
                                        .append(Quoted.string(value)));
        return "CREATE OR REPLACE VIEW %s%s%s AS %s"
                .formatted(
                        Quoted.name(name),
                        view.comment().map(text -> " COMMENT " + Quoted.string(text)).orElse(""),
                        properties.isEmpty() ? "" : properties.append(')'),
                        view.query());
    }
}
