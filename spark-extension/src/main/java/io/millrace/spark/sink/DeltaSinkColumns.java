/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import io.millrace.compiler.token.Quoted;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.delta.AppendedColumns;
import io.millrace.spark.delta.AppendedColumns.Misfit;
import io.millrace.spark.delta.TableSnapshot;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.types.StructType;

/**
 * Says in SQL what is to be done about rows that the table of a Delta sink does not take.
 *
 * @param table as SQL names it
 * @param byName whether it is written by its name
 * @param merges whether the sink has {@code mergeSchema}
 */
record DeltaSinkColumns(String table, boolean byName, boolean merges) {

    private static final String MERGE = "mergeSchema 'true' in the OPTIONS of the sink";

    /**
     * Fails when the table does not take them.
     *
     * @throws QueryException naming the columns
     */
    void check(TableSnapshot now, StructType rows) {
        boolean widens = "true".equalsIgnoreCase(now.properties().get(AppendedColumns.WIDENING));
        List<Misfit> misfits =
                new AppendedColumns(now.schema(), byName, merges, widens).misfits(rows);
        List<Misfit> missing = misfits.stream().filter(m -> m.stored().isEmpty()).toList();
        if (!missing.isEmpty()) {
            throw missing(now, missing);
        }
        misfits.stream()
                .findFirst()
                .ifPresent(
                        misfit -> {
                            throw otherType(misfit, widens);
                        });
    }

    private QueryException missing(TableSnapshot now, List<Misfit> missing) {
        boolean one = missing.size() == 1;
        return new QueryException(
                RunErrorCode.MILLRACE_SINK_COLUMNS,
                "the query returns the column%s %s, which the table %s of the sink does not have; it has %s"
                        .formatted(
                                one ? "" : "s",
                                names(missing.stream().map(Misfit::name)),
                                table,
                                names(Stream.of(now.schema().fieldNames()))),
                "write %s to let columns come into the table, or leave %s out of the query"
                        .formatted(MERGE, one ? "it" : "them"));
    }

    private QueryException otherType(Misfit misfit, boolean widens) {
        String stored = misfit.stored().orElseThrow().sql();
        String cast =
                misfit.isNested()
                        ? "CAST it to that type in the query"
                        : "write CAST(%s AS %s) in the query"
                                .formatted(Quoted.asNeeded(misfit.name()), stored);
        return new QueryException(
                RunErrorCode.MILLRACE_SINK_COLUMNS,
                "the column `%s` is %s in the table %s of the sink, and the query returns %s"
                        .formatted(misfit.name(), stored, table, misfit.rows().sql()),
                misfit.mayWiden()
                        ? "%s to let the type of the table grow; or %s"
                                .formatted(growing(widens), cast)
                        : cast + ", or write into another table");
    }

    private String growing(boolean widens) {
        String property =
                "run ALTER TABLE %s SET TBLPROPERTIES ('%s' = 'true')"
                        .formatted(table, AppendedColumns.WIDENING);
        if (merges) {
            return property;
        }
        return widens ? "write " + MERGE : property + " and write " + MERGE;
    }

    private static String names(Stream<String> columns) {
        return columns.map(name -> "`" + name + "`").collect(Collectors.joining(", "));
    }
}
