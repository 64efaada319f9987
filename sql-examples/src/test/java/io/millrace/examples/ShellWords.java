/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.examples;

import java.util.ArrayList;
import java.util.List;

/** Splits a command into words as a shell does, as far as the examples need it. */
final class ShellWords {

    private ShellWords() {}

    static List<String> split(String command) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        boolean inWord = false;
        char quote = 0;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (quote != 0) {
                if (c == quote) {
                    quote = 0;
                } else {
                    word.append(c);
                }
            } else if (c == '"' || c == '\'') {
                quote = c;
                inWord = true;
            } else if (c == ' ') {
                if (inWord) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                inWord = false;
            } else {
                word.append(c);
                inWord = true;
            }
        }
        if (quote != 0) {
            throw new IllegalArgumentException("no closing " + quote + " in " + command);
        }
        if (inWord) {
            words.add(word.toString());
        }
        return words;
    }
}
