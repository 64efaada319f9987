/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.portability;

import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.Quoted;
import io.millrace.compiler.token.SqlToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes {@code cloud_files(path, format[, map(...)])} as {@code STREAM read_files(path, format =>
 * format, key => value, ...)}. A call with options that are not written out as a map stays.
 */
final class FileReads {

    private static final String CLOUD_FILES_PREFIX = "cloudFiles.";

    /** Replaces a stretch of the file's effective text. */
    interface Replacer {
        void replace(int start, int end, String text);
    }

    private final SourceSpan query;
    private final List<SqlToken> tokens;
    private final Replacer replacer;

    FileReads(SourceSpan query, List<SqlToken> tokens, Replacer replacer) {
        this.query = query;
        this.tokens = tokens;
        this.replacer = replacer;
    }

    void rewrite() {
        for (int i = 0; i + 1 < tokens.size(); i++) {
            if (tokens.get(i).isWord("cloud_files") && tokens.get(i + 1).isSymbol("(")) {
                call(i);
            }
        }
    }

    private void call(int name) {
        int close = closing(name + 1);
        if (close < 0) {
            return;
        }
        List<int[]> arguments = arguments(name + 2, close);
        if (arguments.size() < 2 || arguments.size() > 3) {
            return;
        }
        StringBuilder text = new StringBuilder(isStream(name) ? "" : "STREAM ");
        text.append("read_files(").append(slice(arguments.get(0)));
        text.append(", format => ").append(slice(arguments.get(1)));
        if (arguments.size() == 3) {
            Optional<String> options = options(arguments.get(2));
            if (options.isEmpty()) {
                return;
            }
            text.append(options.get());
        }
        replacer.replace(
                query.start() + tokens.get(name).start(),
                query.start() + tokens.get(close).end(),
                text.append(')').toString());
    }

    private boolean isStream(int name) {
        int before = name - 1;
        if (before >= 0 && tokens.get(before).isSymbol("(")) {
            before--;
        }
        return before >= 0 && tokens.get(before).isWord("STREAM");
    }

    /** The options of {@code map('k', 'v', ...)} as named arguments. */
    private Optional<String> options(int[] argument) {
        int first = argument[0];
        int last = argument[1];
        boolean map =
                last - first >= 2
                        && tokens.get(first).isWord("map")
                        && tokens.get(first + 1).isSymbol("(")
                        && tokens.get(last).isSymbol(")");
        if (!map) {
            return Optional.empty();
        }
        List<int[]> entries = arguments(first + 2, last);
        if (entries.size() % 2 != 0) {
            return Optional.empty();
        }
        StringBuilder options = new StringBuilder();
        for (int i = 0; i < entries.size(); i += 2) {
            SqlToken key = tokens.get(entries.get(i)[0]);
            if (entries.get(i)[0] != entries.get(i)[1] || key.kind() != SqlToken.Kind.STRING) {
                return Optional.empty();
            }
            options.append(", ").append(optionName(key)).append(" => ");
            options.append(slice(entries.get(i + 1)));
        }
        return Optional.of(options.toString());
    }

    private static String optionName(SqlToken key) {
        String text = key.slice();
        String name = text.substring(1, text.length() - 1);
        if (name.regionMatches(true, 0, CLOUD_FILES_PREFIX, 0, CLOUD_FILES_PREFIX.length())) {
            name = name.substring(CLOUD_FILES_PREFIX.length());
        }
        return Quoted.asNeeded(name);
    }

    /** First and last token of each argument between two brackets. */
    private List<int[]> arguments(int from, int close) {
        List<int[]> arguments = new ArrayList<>();
        int depth = 0;
        int start = from;
        for (int i = from; i < close; i++) {
            SqlToken token = tokens.get(i);
            if (token.isSymbol("(")) {
                depth++;
            } else if (token.isSymbol(")")) {
                depth--;
            } else if (depth == 0 && token.isSymbol(",")) {
                arguments.add(new int[] {start, i - 1});
                start = i + 1;
            }
        }
        if (start < close) {
            arguments.add(new int[] {start, close - 1});
        }
        return arguments;
    }

    private int closing(int open) {
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            if (tokens.get(i).isSymbol("(")) {
                depth++;
            } else if (tokens.get(i).isSymbol(")")) {
                depth--;
                if (depth == 0) {
                    return i;
                }
            }
        }
        return -1;
    }

    private String slice(int[] argument) {
        return query.text()
                .substring(tokens.get(argument[0]).start(), tokens.get(argument[1]).end());
    }
}
