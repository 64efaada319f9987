/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns of a side table: those of the row, and why and whence it came. */
public final class QuarantineColumns {

    /** The names of the rules that the row broke. */
    static final String RULES = "_violated_rules";

    static final String FLOW = "_flow";
    static final String UPDATE = "_update_id";

    /** Tells the micro-batch, or the run of a ONCE flow; NULL for materialized views. */
    static final String BATCH = "_batch";

    static final String TIME = "_quarantined_at";

    /** The file that the row was read from, where it was read from one. */
    static final String FILE = "_source_file";

    private QuarantineColumns() {}

    /**
     * The columns that go to a side table.
     *
     * @param table how messages call the side table
     * @param rows the columns of the dataset whose rows are kept out
     */
    public static StructType of(String table, StructType rows) {
        List<StructField> fields = new ArrayList<>();
        List<StructField> own =
                List.of(
                        new StructField(
                                RULES,
                                DataTypes.createArrayType(DataTypes.StringType),
                                true,
                                org.apache.spark.sql.types.Metadata.empty()),
                        text(FLOW),
                        text(UPDATE),
                        text(BATCH),
                        new StructField(
                                TIME,
                                DataTypes.TimestampType,
                                true,
                                org.apache.spark.sql.types.Metadata.empty()),
                        text(FILE));
        for (StructField field : rows.fields()) {
            if (own.stream().anyMatch(column -> column.name().equalsIgnoreCase(field.name()))) {
                throw new QueryException(
                        RunErrorCode.MILLRACE_EXPECTATION_INVALID,
                        "rows with a column `%s` cannot go to `%s`, which has one of its own"
                                .formatted(field.name(), table),
                        "give the column another name with AS");
            }
            fields.add(
                    new StructField(
                            field.name(),
                            field.dataType(),
                            true,
                            org.apache.spark.sql.types.Metadata.empty()));
        }
        fields.addAll(own);
        return new StructType(fields.toArray(StructField[]::new));
    }

    private static StructField text(String name) {
        return new StructField(
                name, DataTypes.StringType, true, org.apache.spark.sql.types.Metadata.empty());
    }
}
