/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.ScheduleClause;
import io.millrace.compiler.ast.StringValue;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The times of {@code SCHEDULE} and {@code TRIGGER} are ones that a scheduler can follow: the
 * clause is kept for it, so it is the last place to tell.
 */
final class ScheduleCheck implements Check {

    /** Quartz: seconds, minutes, hours, day of month, month, day of week, and maybe years. */
    private static final int FEWEST_FIELDS = 6;

    private static final int MOST_FIELDS = 7;
    private static final Pattern FIELD = Pattern.compile("[0-9A-Za-z*?,/#-]+");
    private static final Pattern INTERVAL =
            Pattern.compile(
                    "(?i)(?:interval\\s+)?['\"]?\\s*([0-9.]+)\\s*['\"]?\\s*(\\w+)\\s*['\"]?");
    private static final Set<String> UNITS =
            Set.of(
                    "MINUTE", "MINUTES", "HOUR", "HOURS", "DAY", "DAYS", "WEEK", "WEEKS", "MONTH",
                    "MONTHS", "YEAR", "YEARS");
    private static final Set<String> SECONDS = Set.of("SECOND", "SECONDS");
    private static final int MINUTE = 60;

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            dataset.clause(ScheduleClause.class)
                    .ifPresent(clause -> checkClause(clause, diagnostics));
        }
    }

    private static void checkClause(ScheduleClause clause, Diagnostics diagnostics) {
        switch (clause.kind()) {
            case EVERY -> {
                if (clause.value().matches("0+ .*")) {
                    report(
                            clause.span(),
                            "SCHEDULE",
                            "EVERY " + clause.value(),
                            "write a number from 1 on",
                            diagnostics);
                }
            }
            case CRON -> checkCron(clause, diagnostics);
            case ON_UPDATE -> {
                if (!clause.value().isEmpty() && !isMinuteOrMore(clause.value())) {
                    report(
                            clause.span(),
                            "AT MOST EVERY",
                            clause.value(),
                            "write an interval of a minute or more, such as INTERVAL 1 HOUR",
                            diagnostics);
                }
            }
        }
    }

    private static void checkCron(ScheduleClause clause, Diagnostics diagnostics) {
        String[] fields = clause.value().strip().split("\\s+", -1);
        boolean right = fields.length >= FEWEST_FIELDS && fields.length <= MOST_FIELDS;
        for (String field : fields) {
            right &= FIELD.matcher(field).matches();
        }
        if (!right) {
            report(
                    clause.span(),
                    "CRON",
                    clause.value(),
                    "write six or seven fields: seconds, minutes, hours, day of month, month, day"
                            + " of week, and years if need be, such as '0 30 6 * * ?'",
                    diagnostics);
        }
        clause.timeZone()
                .filter(zone -> !isZone(zone))
                .ifPresent(
                        zone ->
                                report(
                                        zone.span(),
                                        "AT TIME ZONE",
                                        zone.value(),
                                        "write a region or an offset, such as 'Europe/Amsterdam'",
                                        diagnostics));
    }

    private static boolean isZone(StringValue zone) {
        try {
            return ZoneId.of(zone.value(), ZoneId.SHORT_IDS) != null;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static boolean isMinuteOrMore(String interval) {
        Matcher parts = INTERVAL.matcher(interval.strip());
        if (!parts.matches()) {
            return false;
        }
        double number;
        try {
            number = Double.parseDouble(parts.group(1));
        } catch (NumberFormatException e) {
            return false;
        }
        String unit = parts.group(2).toUpperCase(Locale.ROOT);
        return SECONDS.contains(unit) ? number >= MINUTE : UNITS.contains(unit) && number > 0;
    }

    private static void report(
            SourceSpan span, String words, String value, String hint, Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_SCHEDULE_VALUE,
                                span,
                                words,
                                value,
                                "no scheduler knows such a time")
                        .withHint(hint));
    }
}
