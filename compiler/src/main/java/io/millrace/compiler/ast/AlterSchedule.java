/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.source.SourceSpan;
import java.util.Optional;

/** {@code ADD | ALTER | DROP} a schedule or trigger. */
public record AlterSchedule(SourceSpan span, AlterVerb verb, Optional<ScheduleClause> schedule)
        implements AlterAction {

    public AlterSchedule {
        requireNonNull(span, "span");
        requireNonNull(verb, "verb");
        requireNonNull(schedule, "schedule");
    }
}
