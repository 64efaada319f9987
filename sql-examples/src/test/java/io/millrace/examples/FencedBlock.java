/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.examples;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A block of code in a Markdown file, between lines of three back-ticks.
 *
 * @param info what stands behind the opening back-ticks
 * @param firstLine of the code, 1-based
 */
record FencedBlock(Path file, String info, int firstLine, List<String> lines) {

    private static final String FENCE = "```";

    FencedBlock {
        lines = List.copyOf(lines);
    }

    static List<FencedBlock> of(Path file) {
        List<String> all = readLines(file);
        List<FencedBlock> blocks = new ArrayList<>();
        int i = 0;
        while (i < all.size()) {
            String line = all.get(i++);
            if (!line.startsWith(FENCE)) {
                continue;
            }
            int start = i;
            while (i < all.size() && !all.get(i).startsWith(FENCE)) {
                i++;
            }
            if (i == all.size()) {
                throw new IllegalArgumentException(file + ":" + start + ": the block has no end");
            }
            String info = line.substring(FENCE.length()).strip();
            blocks.add(new FencedBlock(file, info, start + 1, all.subList(start, i)));
            i++;
        }
        return blocks;
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }

    private static List<String> readLines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
