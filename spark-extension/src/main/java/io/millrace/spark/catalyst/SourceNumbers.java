/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiPredicate;

/**
 * Which number each stream of a query has in the checkpoint of its flow, wherever it stands in the
 * query now: first come those that are just what they were, then those of the same place, then
 * those whose places lie in one another. What is left keeps its order.
 */
final class SourceNumbers {

    private static final List<BiPredicate<KeptSource, KeptSource>> LIKENESS =
            List.of(
                    (old, now) -> isSamePlace(old, now) && old.digest().equals(now.digest()),
                    SourceNumbers::isSamePlace,
                    (old, now) ->
                            old.name().equals(now.name())
                                    && SourcePlaces.overlap(old.place(), now.place()),
                    (old, now) -> old.name().equals(now.name()),
                    (old, now) -> true);

    private SourceNumbers() {}

    /**
     * Finds the number of each source.
     *
     * @param kept the sources of the checkpoint, by their numbers
     * @param now those of the query, in its order
     * @return the number of each source of the query
     */
    static int[] of(List<KeptSource> kept, List<KeptSource> now) {
        int[] numbers = new int[now.size()];
        if (kept.size() != now.size()) {
            Arrays.setAll(numbers, i -> i);
            return numbers;
        }
        Arrays.fill(numbers, -1);
        boolean[] taken = new boolean[kept.size()];
        for (BiPredicate<KeptSource, KeptSource> like : LIKENESS) {
            for (int i = 0; i < numbers.length; i++) {
                for (int k = 0; k < taken.length && numbers[i] < 0; k++) {
                    if (!taken[k] && like.test(kept.get(k), now.get(i))) {
                        numbers[i] = k;
                        taken[k] = true;
                    }
                }
            }
        }
        return numbers;
    }

    private static boolean isSamePlace(KeptSource old, KeptSource now) {
        return old.name().equals(now.name()) && old.place().equals(now.place());
    }
}
