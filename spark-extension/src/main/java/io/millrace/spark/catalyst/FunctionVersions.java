/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.catalog.SessionCatalog;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import scala.Option;

/** What the functions of a query are that do not come with Spark: its users may make others. */
final class FunctionVersions {

    private FunctionVersions() {}

    /**
     * Digests of what the session's catalog tells of functions, by their names.
     *
     * @param names as queries write them
     */
    static Map<String, String> of(SparkSession session, Collection<List<String>> names) {
        SessionCatalog catalog = Sessions.classic(session).sessionState().catalog();
        Map<String, String> versions = new TreeMap<>();
        for (List<String> name : names) {
            identify(name)
                    .ifPresent(
                            id -> {
                                boolean own =
                                        catalog.isTemporaryFunction(id)
                                                || (!(name.size() == 1
                                                                && catalog.isBuiltinFunction(
                                                                        id.funcName()))
                                                        && catalog.isPersistentFunction(id));
                                if (own) {
                                    versions.put(String.join(".", name), version(catalog, id));
                                }
                            });
        }
        return versions;
    }

    private static Optional<FunctionIdentifier> identify(List<String> name) {
        return switch (name.size()) {
            case 1 -> Optional.of(new FunctionIdentifier(name.get(0)));
            case 2 -> Optional.of(new FunctionIdentifier(name.get(1), Option.apply(name.get(0))));
            case 3 ->
                    name.get(0).equalsIgnoreCase("spark_catalog")
                            ? Optional.of(
                                    new FunctionIdentifier(name.get(2), Option.apply(name.get(1))))
                            : Optional.empty();
            default -> Optional.empty();
        };
    }

    /** The usage of a function in SQL is all of its definition. */
    private static String version(SessionCatalog catalog, FunctionIdentifier id) {
        ExpressionInfo info = catalog.lookupFunctionInfo(id);
        return Digests.sha256(info.getClassName() + "\n" + info.getUsage()).substring(0, 16);
    }
}
