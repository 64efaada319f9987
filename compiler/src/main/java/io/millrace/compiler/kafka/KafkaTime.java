/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.kafka;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.util.OptionalLong;

/**
 * Times as users write them: milliseconds since 1970, or a date with or without a time and zone.
 */
public final class KafkaTime {

    private static final DateTimeFormatter FORM =
            new DateTimeFormatterBuilder()
                    .appendPattern("yyyy-MM-dd")
                    .appendPattern("['T'][' ']")
                    .appendPattern("[HH:mm[:ss]]")
                    .appendFraction(ChronoField.MICRO_OF_SECOND, 0, 6, true)
                    .appendPattern("[ ][XXX]")
                    .parseDefaulting(ChronoField.HOUR_OF_DAY, 0)
                    .parseDefaulting(ChronoField.MINUTE_OF_HOUR, 0)
                    .parseDefaulting(ChronoField.SECOND_OF_MINUTE, 0)
                    .toFormatter(java.util.Locale.ROOT);

    private KafkaTime() {}

    /** Whether the text is a time, whatever zone it is meant in; empty when it is none. */
    static OptionalLong milliseconds(String text) {
        return milliseconds(text, ZoneOffset.UTC);
    }

    /**
     * Milliseconds since 1970; empty when the text is no time.
     *
     * @param zone where the text names none
     */
    public static OptionalLong milliseconds(String text, ZoneId zone) {
        String stripped = text.strip();
        if (stripped.matches("[0-9]{1,18}")) {
            return OptionalLong.of(Long.parseLong(stripped));
        }
        try {
            TemporalAccessor time = FORM.parseBest(stripped, Instant::from, LocalDateTime::from);
            Instant instant =
                    time instanceof LocalDateTime local
                            ? local.atZone(zone).toInstant()
                            : Instant.from(time);
            return OptionalLong.of(instant.toEpochMilli());
        } catch (DateTimeException e) {
            return OptionalLong.empty();
        }
    }
}
