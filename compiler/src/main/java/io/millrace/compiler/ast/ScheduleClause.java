/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.Optional;

/**
 * {@code SCHEDULE ...} or {@code TRIGGER ON UPDATE ...}.
 *
 * @param value the text that follows the kind: {@code 4 HOURS}, the cron expression, or the
 *     interval of {@code AT MOST EVERY} (empty without one)
 */
public record ScheduleClause(
        SourceSpan span, ScheduleKind kind, String value, Optional<StringValue> timeZone)
        implements TableClause {

    public ScheduleClause {
        requireNonNull(span, "span");
        requireNonNull(kind, "kind");
        requireNonNull(value, "value");
        requireNonNull(timeZone, "timeZone");
    }

    @Override
    public <R> R accept(TableClauseVisitor<R> visitor) {
        return visitor.visitScheduleClause(this);
    }
}
