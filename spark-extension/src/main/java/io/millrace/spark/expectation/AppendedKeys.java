/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import static org.apache.spark.sql.functions.coalesce;
import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.count;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.min;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.row_number;
import static org.apache.spark.sql.functions.rtrim;
import static org.apache.spark.sql.functions.struct;
import static org.apache.spark.sql.functions.sum;
import static org.apache.spark.sql.functions.to_json;
import static org.apache.spark.sql.functions.when;

import io.millrace.compiler.graph.DatasetExpectation;
import io.millrace.compiler.graph.Violation;
import io.millrace.spark.catalyst.Columns;
import io.millrace.spark.delta.Schemas;
import io.millrace.spark.delta.StoredRows;
import io.millrace.spark.event.DataQuality;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.expressions.Window;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * UNIQUE rules of a table to which flows add rows. A row breaks a rule when the table has its key
 * already, or when another row of its batch with the same key comes before it. Of use for one try
 * of a flow.
 *
 * <p>Rows that other rules keep out are no rows of the table, and take no key from those that are.
 * The rule that keeps rows out is therefore asked first, and there is one of them at most.
 */
final class AppendedKeys {

    private static final String BROKEN = "__mr_broken";
    private static final String FOUND = "__mr_found";
    private static final String KEY = "__mr_key_";

    private final RuleSet rules;
    private final int offset;
    private final UniqueTally tally;

    /**
     * @param offset the number of the first of these rules among all of the table
     */
    AppendedKeys(RuleSet rules, int offset) {
        this.rules = rules;
        this.offset = offset;
        this.tally = new UniqueTally(rules);
    }

    /**
     * The rows with the verdict of these rules in the place of that of the others.
     *
     * @param rows a batch with {@link Verdicts}; cheap to run again
     */
    Dataset<Row> judge(Dataset<Row> rows, StoredRows table) {
        tally.clear();
        Dataset<Row> result = rows;
        List<Integer> order =
                IntStream.range(0, rules.rules().size())
                        .boxed()
                        .sorted(Comparator.comparing(rule -> !keepsOut(rules.rules().get(rule))))
                        .toList();
        for (int rule : order) {
            result = judge(result, rule, table);
        }
        return result;
    }

    private static boolean keepsOut(DatasetExpectation rule) {
        return rule.violation() == Violation.DROP || rule.violation() == Violation.QUARANTINE;
    }

    private Dataset<Row> judge(Dataset<Row> rows, int number, StoredRows table) {
        DatasetExpectation rule = rules.rules().get(number);
        List<String> names = names(rule, rows.schema());
        Column[] keys = keys(rows.schema(), names);
        Column judged = Verdicts.stays();
        for (String name : names) {
            judged = judged.and(Columns.named(name).isNotNull());
        }
        Dataset<Row> others = rows.where(not(judged)).withColumn(BROKEN, lit(false));
        Dataset<Row> some = withKeys(rows.where(judged), keys);
        Column[] columns = keyColumns(keys.length);
        Column again =
                row_number()
                        .over(Window.partitionBy(columns).orderBy(order(rows.schema())))
                        .gt(lit(1));
        some = some.withColumn(BROKEN, again);
        Optional<Dataset<Row>> stored = stored(rows.where(judged), number, names, table);
        if (stored.isPresent()) {
            some =
                    some.join(stored.get(), keyNames(keys.length), "left_outer")
                            .withColumn(BROKEN, col(BROKEN).or(coalesce(col(FOUND), lit(false))));
        }
        Column[] all = Columns.named(others.columns());
        Dataset<Row> pinned = some.select(all).unionByName(others).localCheckpoint(true);
        tally(pinned, number, names);
        return pinned.withColumn(Verdicts.COLUMN, verdict(rule, offset + number)).drop(BROKEN);
    }

    private static Column verdict(DatasetExpectation rule, int number) {
        return switch (rule.violation()) {
            case WARN, FAIL -> Verdicts.withRule(col(BROKEN), number);
            case DROP -> Verdicts.withRule(col(BROKEN), number, Verdicts.DROPPED);
            case QUARANTINE -> Verdicts.withRule(col(BROKEN), number, Verdicts.PUT_ASIDE);
        };
    }

    /** The keys of a batch that the table has; empty when it has none. */
    private Optional<Dataset<Row>> stored(
            Dataset<Row> batch, int number, List<String> names, StoredRows table) {
        Dataset<Row> wanted = batch.select(Columns.named(names));
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        Optional<StoredRows.Found> near = table.near(wanted);
        near.ifPresent(found -> tally.read(number, found.read()));
        return near.map(
                found -> {
                    Column[] keys = keys(batch.schema(), names);
                    Column[] columns = keyColumns(keys.length);
                    Dataset<Row> values = withKeys(batch, keys).select(columns).distinct();
                    return withKeys(found.rows(), keys)
                            .select(columns)
                            .join(values, keyNames(keys.length), "left_semi")
                            .distinct()
                            .withColumn(FOUND, lit(true));
                });
    }

    private void tally(Dataset<Row> judged, int number, List<String> names) {
        Row found =
                judged.agg(
                                count(lit(1)),
                                coalesce(sum(col(BROKEN).cast("long")), lit(0L)),
                                min(when(col(BROKEN), to_json(struct(Columns.named(names))))))
                        .first();
        if (number == 0) {
            // All rules see all rows.
            tally.judged(found.getLong(0));
        }
        tally.broke(number, found.getLong(1), found.getString(2));
    }

    /** The columns of a rule as the table writes their names. */
    private static List<String> names(DatasetExpectation rule, StructType schema) {
        return rule.columns().stream()
                .map(name -> Schemas.find(schema, name).map(StructField::name).orElse(name))
                .distinct()
                .toList();
    }

    /** What is compared: of a CHAR its text without the padding. */
    private static Column[] keys(StructType schema, List<String> names) {
        return names.stream()
                .map(
                        name ->
                                Schemas.find(schema, name).filter(Schemas::isChar).isPresent()
                                        ? rtrim(Columns.named(name))
                                        : Columns.named(name))
                .toArray(Column[]::new);
    }

    private static Dataset<Row> withKeys(Dataset<Row> rows, Column... keys) {
        List<Column> columns = new ArrayList<>(List.of(Columns.named(rows.columns())));
        for (int i = 0; i < keys.length; i++) {
            columns.add(keys[i].as(KEY + i));
        }
        return rows.select(columns.toArray(Column[]::new));
    }

    private static String[] keyNames(int count) {
        return IntStream.range(0, count).mapToObj(i -> KEY + i).toArray(String[]::new);
    }

    private static Column[] keyColumns(int count) {
        return Columns.named(keyNames(count));
    }

    /**
     * An order of the rows of a batch that depends on their values alone: column by column, NULL
     * first. Values that Spark cannot order, or that are equal and yet not the same, such as 0.0
     * and -0.0, are ordered by their text.
     */
    private static Column[] order(StructType schema) {
        List<Column> order = new ArrayList<>();
        List<Column> texts = new ArrayList<>();
        Arrays.stream(schema.fields())
                .filter(field -> !field.name().equals(Verdicts.COLUMN))
                .forEach(
                        field -> {
                            Column column = Columns.named(field.name());
                            if (KeyTypes.areComparable(field.dataType())) {
                                order.add(column.asc_nulls_first());
                            }
                            if (!KeyTypes.areSameWhenEqual(field.dataType())) {
                                texts.add(column);
                            }
                        });
        if (!texts.isEmpty()) {
            order.add(to_json(struct(texts.toArray(Column[]::new))).asc_nulls_first());
        }
        return order.toArray(Column[]::new);
    }

    /** Fails when a row has broken a rule with FAIL UPDATE; before anything is committed. */
    void check(String flow) {
        tally.check(flow);
    }

    /** What was counted since the last time. */
    DataQuality take() {
        return tally.take();
    }
}
