/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How often flows look for new data, as users write it: {@code 10 seconds}, {@code 1m}. */
public final class TriggerInterval {

    private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\s*([a-z]+)");

    private TriggerInterval() {}

    /** Empty for a text that is not a number and a unit. */
    public static Optional<Duration> parse(String text) {
        String plain = text.strip().replaceAll("^(['\"])(.*)\\1$", "$2").strip();
        Matcher matcher = FORM.matcher(plain.toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return Optional.empty();
        }
        long number = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "ms", "millisecond", "milliseconds" -> Optional.of(Duration.ofMillis(number));
            case "s", "sec", "secs", "second", "seconds" -> Optional.of(Duration.ofSeconds(number));
            case "m", "min", "mins", "minute", "minutes" -> Optional.of(Duration.ofMinutes(number));
            case "h", "hour", "hours" -> Optional.of(Duration.ofHours(number));
            case "d", "day", "days" -> Optional.of(Duration.ofDays(number));
            default -> Optional.empty();
        };
    }
}
