/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.plan;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.ExpectationKind;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowKind;
import io.millrace.spark.FilesRead;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.TableSnapshot;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/** What it costs a flow that its rows are looked for in the table to which they are added. */
final class UniqueRuleCost {

    private UniqueRuleCost() {}

    /**
     * A note for each rule.
     *
     * @param table as it is now; empty when it is not there yet
     */
    static List<String> notes(
            SparkSession session, Dataset target, Flow flow, Optional<TableSnapshot> table) {
        if (flow.kind() != FlowKind.APPEND && flow.kind() != FlowKind.ONCE) {
            return List.of();
        }
        String size =
                table.flatMap(found -> DeltaTableLog.at(session, found.path()).files())
                        .map(UniqueRuleCost::size)
                        .orElse("");
        return target.expectations().stream()
                .filter(rule -> rule.kind() == ExpectationKind.UNIQUE)
                .map(
                        rule ->
                                ("its rule `%s` reads, with each batch, the files of `%s` whose"
                                                + " statistics leave room for the batch's keys%s")
                                        .formatted(rule.name(), target.name().last(), size))
                .toList();
    }

    private static String size(FilesRead files) {
        return ": now at most %d file%s, %d bytes"
                .formatted(files.files(), files.files() == 1 ? "" : "s", files.bytes());
    }
}
