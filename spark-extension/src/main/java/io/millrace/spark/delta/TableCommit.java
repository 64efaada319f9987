/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.types.StructType;

/**
 * What one commit in a table's log did.
 *
 * @param operation as the history calls it: {@code WRITE}, {@code UPDATE}, {@code RESTORE}
 * @param removes whether it took rows away, or wrote them anew
 * @param added the files with new rows, as the log names them
 * @param applications those whose transactions it carries
 * @param schema of the table from here on, when the commit changed it
 */
public record TableCommit(
        long version,
        String operation,
        boolean removes,
        List<String> added,
        Set<String> applications,
        Optional<StructType> schema) {

    public TableCommit {
        requireNonNull(operation, "operation");
        added = List.copyOf(added);
        applications = Set.copyOf(applications);
        requireNonNull(schema, "schema");
    }
}
