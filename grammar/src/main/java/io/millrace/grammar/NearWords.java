/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.grammar;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the word that somebody meant who mistyped it. */
public final class NearWords {

    private NearWords() {}

    /** Whether {@link #nearest} finds something. */
    public static boolean isNear(String word, Collection<String> candidates) {
        return nearest(word, candidates).isPresent();
    }

    /**
     * The candidate that differs least from a word, letter case aside: by one letter up to five
     * letters, by two in longer words. Two neighbours swapped count as one difference.
     */
    public static Optional<String> nearest(String word, Collection<String> candidates) {
        String upper = word.toUpperCase(Locale.ROOT);
        int allowed = upper.length() <= 5 ? 1 : 2;
        if (upper.length() < 3) {
            return Optional.empty();
        }
        return candidates.stream()
                .filter(candidate -> Math.abs(candidate.length() - upper.length()) <= allowed)
                .filter(candidate -> distance(upper, candidate) <= allowed)
                .min(
                        Comparator.<String>comparingInt(candidate -> distance(upper, candidate))
                                .thenComparing(Comparator.naturalOrder()));
    }

    private static int distance(String left, String right) {
        int[][] table = new int[left.length() + 1][right.length() + 1];
        for (int i = 0; i <= left.length(); i++) {
            for (int j = 0; j <= right.length(); j++) {
                table[i][j] = cell(left, right, table, i, j);
            }
        }
        return table[left.length()][right.length()];
    }

    private static int cell(String left, String right, int[][] table, int i, int j) {
        if (i == 0 || j == 0) {
            return i + j;
        }
        int replaced = table[i - 1][j - 1] + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
        int best = Math.min(replaced, Math.min(table[i - 1][j], table[i][j - 1]) + 1);
        boolean swapped =
                i > 1
                        && j > 1
                        && left.charAt(i - 1) == right.charAt(j - 2)
                        && left.charAt(i - 2) == right.charAt(j - 1);
        return swapped ? Math.min(best, table[i - 2][j - 2] + 1) : best;
    }
}
