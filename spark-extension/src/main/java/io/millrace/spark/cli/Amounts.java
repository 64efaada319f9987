/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import java.util.Locale;

/** Numbers as people read them. */
final class Amounts {

    private static final String UNITS = "kMGTP";

    private Amounts() {}

    /** Such as {@code 1,204 rows}. */
    static String rows(long count) {
        return of(count, "row");
    }

    /** What AUTO CDC did to a target, such as {@code 12 rows upserted, 1 deleted}. */
    static String changes(long upserted, long deleted) {
        return String.format(Locale.ROOT, "%s upserted, %,d deleted", rows(upserted), deleted);
    }

    /** Such as {@code 3 datasets}: regular plurals. */
    static String of(long count, String thing) {
        return String.format(Locale.ROOT, "%,d %s%s", count, thing, count == 1 ? "" : "s");
    }

    /** Such as {@code 0.4 s} or {@code 2 min 5 s}. */
    static String duration(long milliseconds) {
        if (milliseconds < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", milliseconds / 1000.0);
        }
        long seconds = milliseconds / 1000;
        return seconds / 60 + " min " + seconds % 60 + " s";
    }

    /** Such as {@code 12.1 kB}. */
    static String bytes(long count) {
        if (count < 1000) {
            return count + " B";
        }
        double value = count;
        int unit = -1;
        while (value >= 1000 && unit < UNITS.length() - 1) {
            value /= 1000;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %sB", value, UNITS.charAt(unit));
    }
}
