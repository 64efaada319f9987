/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.UpdateResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/** The result of a statement that runs an update: a row for each flow. */
final class UpdateRows {

    static final StructType SCHEMA =
            StructType.fromDDL(
                    """
                    dataset STRING, flow STRING, kind STRING, status STRING, output_rows BIGINT,
                    upserted_rows BIGINT, deleted_rows BIGINT, dropped_rows BIGINT,
                    quarantined_rows BIGINT, technique STRING, duration_ms BIGINT, update_id STRING, notes STRING
                    """);

    private UpdateRows() {}

    /**
     * The flows that were asked for.
     *
     * @param notes what the user should know; with the first row
     */
    static List<Row> of(UpdateResult result, List<String> notes) {
        List<Row> rows = new ArrayList<>();
        for (FlowResult flow : result.flows()) {
            if (flow.status() == FlowStatus.EXCLUDED) {
                continue;
            }
            rows.add(
                    RowFactory.create(
                            flow.target(),
                            flow.name(),
                            flow.kind(),
                            flow.status().name(),
                            value(flow.outputRows()),
                            value(flow.upsertedRows()),
                            value(flow.deletedRows()),
                            value(flow.droppedRows()),
                            value(flow.quarantinedRows()),
                            flow.technique().orElse(null),
                            flow.durationMs(),
                            result.updateId(),
                            rows.isEmpty() ? note(notes) : null));
        }
        return rows;
    }

    /** A row for what was only written down. */
    static Row only(String dataset, String kind, String status, List<String> notes) {
        return RowFactory.create(
                dataset,
                null,
                kind,
                status,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                note(notes));
    }

    private static String note(List<String> notes) {
        return notes.isEmpty() ? null : String.join("\n", notes);
    }

    private static Long value(Optional<Long> count) {
        return count.orElse(null);
    }
}
