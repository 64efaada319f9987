/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.portability;

import java.util.TreeMap;

/** Changes of a file as the user wrote it. Of changes that overlap the first one counts. */
final class OriginalEdits {

    private record Edit(int end, String text) {}

    private final String original;
    private final TreeMap<Integer, Edit> edits = new TreeMap<>();

    OriginalEdits(String original) {
        this.original = original;
    }

    void replace(int start, int end, String text) {
        var before = edits.floorEntry(Math.max(start, end - 1));
        if (before == null || before.getValue().end() <= start) {
            edits.put(start, new Edit(end, text));
        }
    }

    boolean isEmpty() {
        return edits.isEmpty();
    }

    String apply() {
        StringBuilder result = new StringBuilder();
        int done = 0;
        for (var edit : edits.entrySet()) {
            result.append(original, done, edit.getKey()).append(edit.getValue().text());
            done = edit.getValue().end();
        }
        return result.append(original, done, original.length()).toString();
    }
}
