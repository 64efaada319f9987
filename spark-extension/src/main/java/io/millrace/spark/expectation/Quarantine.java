/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import static org.apache.spark.sql.functions.array;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.current_timestamp;
import static org.apache.spark.sql.functions.element_at;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.split;

import io.millrace.compiler.graph.DatasetExpectation;
import io.millrace.spark.catalyst.ArrayColumns;
import io.millrace.spark.catalyst.Columns;
import io.millrace.spark.delta.TableWrite;
import io.millrace.spark.failpoint.Failpoints;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * Parts the rows of a batch into those that stay and those that go to side tables. The judged rows
 * are pinned, so that both parts come of one look at each row.
 */
final class Quarantine {

    private final RuleSet rules;
    private final String flow;
    private final String updateId;
    private final List<SideTable> tables;

    Quarantine(RuleSet rules, String flow, String updateId, List<SideTable> tables) {
        this.rules = rules;
        this.flow = flow;
        this.updateId = updateId;
        this.tables = List.copyOf(tables);
    }

    /**
     * The rows that stay; the others are in the side tables when this returns.
     *
     * @param rows of the batch
     * @param judge gives the rows {@link Verdicts}, and can be run again; throws when nothing shall
     *     be written
     */
    Dataset<Row> divert(Dataset<Row> rows, Batch batch, UnaryOperator<Dataset<Row>> judge) {
        Dataset<Row> seen =
                batch.files()
                        ? rows.withColumn(
                                QuarantineColumns.FILE, expr("nullif(input_file_name(), '')"))
                        : rows;
        Dataset<Row> pinned = judge.apply(seen);
        Dataset<Row> kept = pinned.where(Verdicts.stays()).select(Columns.named(rows.columns()));
        for (SideTable table : tables) {
            Dataset<Row> out = out(pinned, table, batch);
            long count = out.count();
            table.write(session(rows), out, count, batch);
        }
        Failpoints.hit("quarantine.after-commit");
        return kept;
    }

    /**
     * What a batch is called.
     *
     * @param name as the side table shows it; empty when its rows replace others
     * @param mark of the batch in the main table
     * @param replaces a condition on the rows that its rows replace; empty when they are added
     * @param files whether rows come right from files
     */
    record Batch(
            Optional<String> name,
            Optional<TableWrite.Mark> mark,
            Optional<String> replaces,
            boolean files) {}

    private Dataset<Row> out(Dataset<Row> pinned, SideTable table, Batch batch) {
        Column broken = split(Verdicts.broken(), ",");
        Column names =
                array(rules.rules().stream().map(rule -> lit(rule.name())).toArray(Column[]::new));
        Dataset<Row> out = pinned.where(col(Verdicts.COLUMN).startsWith(Verdicts.PUT_ASIDE));
        if (tables.size() > 1) {
            out = out.where(expr(first(table)));
        }
        if (!batch.files()) {
            out = out.withColumn(QuarantineColumns.FILE, lit(null).cast("string"));
        }
        return out.withColumn(
                        QuarantineColumns.RULES,
                        ArrayColumns.transform(
                                broken, number -> element_at(names, number.cast("int").plus(1))))
                .withColumn(QuarantineColumns.FLOW, lit(flow))
                .withColumn(QuarantineColumns.UPDATE, lit(updateId))
                .withColumn(QuarantineColumns.BATCH, lit(batch.name().orElse(null)).cast("string"))
                .withColumn(QuarantineColumns.TIME, current_timestamp())
                .drop(Verdicts.COLUMN);
    }

    /** Whether the first broken rule that has a side table has this one. */
    private String first(SideTable table) {
        String all = numbers(null);
        return "filter(split(substring(%s, 3), ','), rule -> rule IN (%s))[0] IN (%s)"
                .formatted(Verdicts.COLUMN, all, numbers(table));
    }

    private String numbers(SideTable table) {
        return IntStream.range(0, rules.rules().size())
                .filter(i -> isFor(rules.rules().get(i), table))
                .mapToObj(i -> "'" + i + "'")
                .collect(Collectors.joining(", "));
    }

    private static boolean isFor(DatasetExpectation rule, SideTable table) {
        return rule.quarantine().isPresent()
                && (table == null || rule.quarantine().get().key().equals(table.name().key()));
    }

    private static SparkSession session(Dataset<Row> rows) {
        return rows.sparkSession();
    }
}
