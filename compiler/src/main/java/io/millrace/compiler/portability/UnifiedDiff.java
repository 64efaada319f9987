/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.portability;

import java.util.ArrayList;
import java.util.List;

/**
 * A unified diff, as {@code patch -p0} and {@code git apply -p0} take it. Rewriting changes few
 * lines and moves none, so lines are matched greedily: the next line that is in both texts ends a
 * change.
 */
final class UnifiedDiff {

    private static final int CONTEXT = 3;

    /** Lines that were replaced: half-open ranges of both texts. */
    private record Change(int oldStart, int oldEnd, int newStart, int newEnd) {}

    private final List<String> before;
    private final List<String> after;

    private UnifiedDiff(List<String> before, List<String> after) {
        this.before = before;
        this.after = after;
    }

    static String of(String name, String before, String after) {
        UnifiedDiff diff = new UnifiedDiff(lines(before), lines(after));
        return "--- " + name + "\n+++ " + name + "\n" + diff.hunks();
    }

    private static List<String> lines(String text) {
        List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
        if (lines.get(lines.size() - 1).isEmpty()) {
            lines.remove(lines.size() - 1);
        } else {
            lines.set(
                    lines.size() - 1,
                    lines.get(lines.size() - 1) + "\n\\ No newline at end of file");
        }
        return lines;
    }

    private String hunks() {
        StringBuilder text = new StringBuilder();
        List<Change> changes = changes();
        int first = 0;
        while (first < changes.size()) {
            int last = first;
            while (last + 1 < changes.size()
                    && changes.get(last + 1).oldStart - changes.get(last).oldEnd <= 2 * CONTEXT) {
                last++;
            }
            hunk(changes.subList(first, last + 1), text);
            first = last + 1;
        }
        return text.toString();
    }

    private List<Change> changes() {
        List<Change> changes = new ArrayList<>();
        int oldLine = 0;
        int newLine = 0;
        while (oldLine < before.size() || newLine < after.size()) {
            if (oldLine < before.size()
                    && newLine < after.size()
                    && before.get(oldLine).equals(after.get(newLine))) {
                oldLine++;
                newLine++;
                continue;
            }
            Change change = change(oldLine, newLine);
            changes.add(change);
            oldLine = change.oldEnd;
            newLine = change.newEnd;
        }
        return changes;
    }

    /** The shortest change that both texts agree after. */
    private Change change(int oldStart, int newStart) {
        int most = before.size() - oldStart + after.size() - newStart;
        for (int skipped = 1; skipped < most; skipped++) {
            for (int inOld = Math.min(skipped, before.size() - oldStart); inOld >= 0; inOld--) {
                int oldEnd = oldStart + inOld;
                int newEnd = newStart + skipped - inOld;
                if (oldEnd < before.size()
                        && newEnd < after.size()
                        && before.get(oldEnd).equals(after.get(newEnd))) {
                    return new Change(oldStart, oldEnd, newStart, newEnd);
                }
            }
        }
        return new Change(oldStart, before.size(), newStart, after.size());
    }

    private void hunk(List<Change> changes, StringBuilder text) {
        Change head = changes.get(0);
        Change tail = changes.get(changes.size() - 1);
        int oldStart = Math.max(0, head.oldStart - CONTEXT);
        int newStart = head.newStart - (head.oldStart - oldStart);
        int oldEnd = Math.min(before.size(), tail.oldEnd + CONTEXT);
        int newEnd = tail.newEnd + (oldEnd - tail.oldEnd);
        text.append("@@ -%s +%s @@\n".formatted(range(oldStart, oldEnd), range(newStart, newEnd)));
        int line = oldStart;
        for (Change change : changes) {
            append(" ", before.subList(line, change.oldStart), text);
            append("-", before.subList(change.oldStart, change.oldEnd), text);
            append("+", after.subList(change.newStart, change.newEnd), text);
            line = change.oldEnd;
        }
        append(" ", before.subList(line, oldEnd), text);
    }

    private static String range(int start, int end) {
        int count = end - start;
        return (count == 0 ? start : start + 1) + "," + count;
    }

    private static void append(String sign, List<String> lines, StringBuilder text) {
        lines.forEach(line -> text.append(sign).append(line).append('\n'));
    }
}
