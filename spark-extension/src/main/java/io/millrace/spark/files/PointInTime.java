/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;

/** Times as users write them: a date, a date and time, or one with its own offset. */
final class PointInTime {

    private PointInTime() {}

    /** Milliseconds since 1970; a time without an offset is one of the session's zone. */
    static long parse(String option, String text, String zone) {
        String time = text.strip().replace(' ', 'T');
        ZoneId zoneId = ZoneId.of(zone, ZoneId.SHORT_IDS);
        try {
            if (time.length() <= "2024-01-01".length()) {
                return LocalDate.parse(time).atStartOfDay(zoneId).toInstant().toEpochMilli();
            }
            boolean offset = time.endsWith("Z") || time.matches(".*[+-][0-9]{2}:?[0-9]{2}$");
            return offset
                    ? OffsetDateTime.parse(time).toInstant().toEpochMilli()
                    : LocalDateTime.parse(time).atZone(zoneId).toInstant().toEpochMilli();
        } catch (DateTimeException e) {
            throw FileErrors.argument(
                    option,
                    "`%s` must be a time such as '2024-01-31' or '2024-01-31 12:00:00', not '%s'"
                            .formatted(option, text));
        }
    }
}
