/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.diagnostic;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/**
 * Finds the known name that a mistyped one most likely meant.
 *
 * <p>Names are compared without regard to case. A name counts as close when at most a third of its
 * letters differ (at least one, at most four); swapping two neighbours is one difference. A name of
 * one letter is close to none, and of two letters none may be replaced: nothing of the name would
 * be left to go by.
 */
public final class NearestName {

    private static final int MOST_DIFFERENCES = 4;

    private NearestName() {}

    /**
     * The closest of the known names, the first of several equally close ones; empty when none is
     * close enough to be worth suggesting.
     */
    public static Optional<String> of(String name, Collection<String> known) {
        String wanted = name.toLowerCase(Locale.ROOT);
        int bound = bound(wanted.length()) + 1;
        String nearest = null;
        for (String candidate : known) {
            if (Math.abs(candidate.length() - wanted.length()) >= bound
                    || !comparable(wanted, candidate.toLowerCase(Locale.ROOT))) {
                continue;
            }
            int distance = distance(wanted, candidate.toLowerCase(Locale.ROOT), bound);
            if (distance < bound) {
                bound = distance;
                nearest = candidate;
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** Whether enough letters could agree to tell what was meant. */
    private static boolean comparable(String wanted, String candidate) {
        if (wanted.length() < 2 || candidate.length() < 2) {
            return false;
        }
        return wanted.length() > 2
                || candidate.length() > 2
                || wanted.equals(candidate)
                || isSwap(wanted, 2, candidate, 2);
    }

    /** How many differences a name of this many letters may have. */
    private static int bound(int length) {
        return Math.min(MOST_DIFFERENCES, Math.max(1, length / 3));
    }

    /**
     * The number of insertions, deletions, replacements and swaps of neighbours that lead from one
     * text to the other, or {@code bound} when there are at least that many.
     */
    private static int distance(String left, String right, int bound) {
        if (left.equals(right)) {
            return 0;
        }
        int columns = right.length() + 1;
        int[] beforePrevious = new int[columns];
        int[] previous = new int[columns];
        int[] current = new int[columns];
        for (int j = 0; j < columns; j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= left.length(); i++) {
            current[0] = i;
            int smallest = i;
            for (int j = 1; j < columns; j++) {
                int replaced =
                        previous[j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                int best = Math.min(replaced, Math.min(previous[j], current[j - 1]) + 1);
                if (isSwap(left, i, right, j)) {
                    best = Math.min(best, beforePrevious[j - 2] + 1);
                }
                current[j] = best;
                smallest = Math.min(smallest, best);
            }
            if (smallest >= bound) {
                return bound;
            }
            int[] recycled = beforePrevious;
            beforePrevious = previous;
            previous = current;
            current = recycled;
        }
        return Math.min(bound, previous[columns - 1]);
    }

    private static boolean isSwap(String left, int i, String right, int j) {
        return i > 1
                && j > 1
                && left.charAt(i - 1) == right.charAt(j - 2)
                && left.charAt(i - 2) == right.charAt(j - 1);
    }
}
