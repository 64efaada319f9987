/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Under which names the calls of functions in a query keep their state. A stream keeps the name
 * that it had when it was first read, wherever its call stands now; others are counted.
 */
final class FunctionFolders {

    private final boolean survey;
    private final List<KeptSource> kept;
    private final int[] numbers;
    private final Map<String, Integer> calls = new HashMap<>();

    private FunctionFolders(boolean survey, List<KeptSource> kept, int[] numbers) {
        this.survey = survey;
        this.kept = kept;
        this.numbers = numbers;
    }

    /** For finding out what a query reads, without any function being asked for rows. */
    static FunctionFolders survey() {
        return new FunctionFolders(true, List.of(), new int[0]);
    }

    /**
     * @param kept the sources of the checkpoint, by their numbers
     * @param numbers those of the streams of the query, in its order
     */
    static FunctionFolders of(List<KeptSource> kept, int[] numbers) {
        return new FunctionFolders(false, kept, numbers);
    }

    boolean isSurvey() {
        return survey;
    }

    /**
     * The name for the next call.
     *
     * @param stream how many streams stand before it in the query
     */
    String next(String function, boolean streaming, int stream) {
        if (streaming && stream < numbers.length && numbers[stream] < kept.size()) {
            String folder = kept.get(numbers[stream]).folder();
            if (folder.startsWith(function + "-")) {
                return folder;
            }
        }
        String name;
        do {
            name = function + "-" + calls.merge(function, 1, Integer::sum);
        } while (isKept(name));
        return name;
    }

    private boolean isKept(String name) {
        return kept.stream().anyMatch(source -> source.folder().equals(name));
    }
}
