/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.stream;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.delta.ColumnChanges;
import io.millrace.spark.delta.ColumnChanges.Change;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.execution.error.StreamTexts;
import io.millrace.spark.execution.flow.FlowRun;
import io.millrace.spark.execution.resolve.SourceOptions;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.spark.sql.types.StructType;

/** Tells how the columns of a source changed since a flow has read it. */
final class SourceColumns {

    private final FlowRun run;

    SourceColumns(FlowRun run) {
        this.run = run;
    }

    /**
     * The first source whose columns changed in a way that a stream cannot follow, or was not
     * allowed to.
     */
    Optional<QueryException> changed(Throwable cause) {
        for (Position position : positions()) {
            List<Change> changes = changes(position);
            if (!changes.isEmpty()) {
                return Optional.of(error(position, changes, cause));
            }
        }
        return Optional.empty();
    }

    /** Fails where a query allows some changes of columns, and others happened. */
    void checkAllowed() {
        for (Position position : positions()) {
            boolean asked =
                    allows(position, SourceOptions.COLUMN_DROP)
                            || allows(position, SourceOptions.COLUMN_RENAME);
            List<Change> changes = asked ? changes(position) : List.of();
            if (!changes.isEmpty()) {
                throw error(position, changes, null);
            }
        }
    }

    private List<Position> positions() {
        return Position.of(run.resolved().streamingSources(), run.checkpoint().progress());
    }

    private List<Change> changes(Position position) {
        if (!position.known()) {
            return List.of();
        }
        DeltaTableLog log = DeltaTableLog.at(run.session(), position.source().path());
        Optional<StructType> before = log.schemaAt(Math.max(0, position.next() - 1));
        Optional<StructType> now = log.snapshot().map(TableSnapshot::schema);
        if (before.isEmpty() || now.isEmpty()) {
            return List.of();
        }
        return ColumnChanges.between(before.get(), now.get()).stream()
                .filter(change -> !isAllowed(position, change.kind()))
                .toList();
    }

    private static boolean isAllowed(Position position, ColumnChanges.Kind kind) {
        return switch (kind) {
            case DROPPED -> allows(position, SourceOptions.COLUMN_DROP);
            case RENAMED -> allows(position, SourceOptions.COLUMN_RENAME);
            case RETYPED -> false;
        };
    }

    private static boolean allows(Position position, String option) {
        return SourceOptions.isOn(position.source(), option);
    }

    private QueryException error(Position position, List<Change> changes, Throwable cause) {
        return new QueryException(
                RunErrorCode.MILLRACE_SOURCE_SCHEMA_CHANGED,
                "%s cannot go on reading `%s`: %s since version %d; nothing was read"
                        .formatted(
                                StreamTexts.flow(run.flow()),
                                StreamTexts.name(run.flow(), position.source()),
                                changes.stream()
                                        .map(Change::text)
                                        .collect(Collectors.joining(", ")),
                                Math.max(0, position.next() - 1)),
                StreamTexts.fullRefresh(run.flow())
                        + ", or go on with the columns as they are now: STREAM %s WITH"
                                .formatted(StreamTexts.name(run.flow(), position.source()))
                        + " (allowSourceColumnDrop = always, allowSourceColumnRename = always)",
                cause);
    }
}
