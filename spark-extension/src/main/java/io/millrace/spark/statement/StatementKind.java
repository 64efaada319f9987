/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.token.SqlScanner;
import io.millrace.compiler.token.SqlToken;
import io.millrace.spark.files.ReadFiles;
import io.millrace.spark.function.TableFunctions;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What the first words of a text say about it. */
enum StatementKind {
    /** Not ours. */
    OTHER,
    DEFINITION,
    EXPLAIN,
    /** Ours whatever is named. */
    REFRESH,
    /** Ours if the name is that of a dataset of a session: the words alone are also Spark's. */
    REFRESH_IF_DATASET,
    ALTER,
    DROP,
    DROP_IF_DATASET,
    SHOW_STREAMING_TABLES,
    SHOW_MATERIALIZED_VIEWS,
    SHOW_FLOWS,
    SHOW_STATUS,
    SHOW_UPDATES,
    DESCRIBE_FLOW,
    RUN,
    VALIDATE,
    START,
    STOP;

    private static final int WORDS = 9;

    private static final Set<String> FIRST =
            Set.of(
                    "ALTER",
                    "APPLY",
                    "AUTO",
                    "CREATE",
                    "DESC",
                    "DESCRIBE",
                    "DROP",
                    "EXPLAIN",
                    "REFRESH",
                    "RUN",
                    "SHOW",
                    "START",
                    "STOP",
                    "VALIDATE");

    /** Whether a text can be ours at all, alone. */
    static StatementKind of(String text) {
        List<String> first = HeadWords.of(text, 1);
        if (first.isEmpty() || !FIRST.contains(first.get(0))) {
            return OTHER;
        }
        Head head = new Head(HeadWords.of(text, WORDS));
        return switch (first.get(0)) {
            case "CREATE" -> create(head, text);
            case "AUTO" -> head.is(1, "CDC") ? DEFINITION : OTHER;
            case "APPLY" -> head.is(1, "CHANGES") ? DEFINITION : OTHER;
            case "EXPLAIN" -> explain(head);
            case "REFRESH" -> refresh(head);
            case "ALTER" -> isDatasetWord(head, 1) ? ALTER : OTHER;
            case "DROP" -> drop(head);
            case "SHOW" -> show(head);
            case "DESC", "DESCRIBE" ->
                    head.is(1, "FLOW") && head.size() > 2 && !head.is(2, ".")
                            ? DESCRIBE_FLOW
                            : OTHER;
            case "RUN" -> head.is(1, "PIPELINE") ? RUN : OTHER;
            case "VALIDATE" -> head.is(1, "PIPELINE") ? VALIDATE : OTHER;
            case "START" -> head.is(1, "PIPELINE") ? START : OTHER;
            case "STOP" -> head.is(1, "PIPELINE") ? STOP : OTHER;
            default -> OTHER;
        };
    }

    private static boolean isDatasetWord(Head head, int at) {
        return (head.is(at, "STREAMING") && head.is(at + 1, "TABLE"))
                || (head.is(at, "MATERIALIZED") && head.is(at + 1, "VIEW"));
    }

    private static StatementKind refresh(Head head) {
        if (isDatasetWord(head, 1)) {
            return REFRESH;
        }
        boolean function = head.is(1, "FUNCTION") && head.size() > 2 && !head.is(2, ".");
        return head.size() < 2 || function || head.is(1, "'") ? OTHER : REFRESH_IF_DATASET;
    }

    private static StatementKind drop(Head head) {
        if (isDatasetWord(head, 1) || head.is(1, "FLOW") || head.is(1, "SINK")) {
            return DROP;
        }
        return head.is(1, "TABLE") ? DROP_IF_DATASET : OTHER;
    }

    private static StatementKind show(Head head) {
        if (head.is(1, "STREAMING") && head.is(2, "TABLES")) {
            return SHOW_STREAMING_TABLES;
        }
        if (head.is(1, "MATERIALIZED") && head.is(2, "VIEWS")) {
            return SHOW_MATERIALIZED_VIEWS;
        }
        if (head.is(1, "MILLRACE") && head.is(2, "STATUS")) {
            return SHOW_STATUS;
        }
        if (head.is(1, "PIPELINE") && head.is(2, "UPDATES")) {
            return SHOW_UPDATES;
        }
        return head.is(1, "FLOWS") ? SHOW_FLOWS : OTHER;
    }

    private static StatementKind explain(Head head) {
        int next = head.is(1, "CREATE") ? 2 : 3;
        if (!head.is(next - 1, "CREATE")) {
            return OTHER;
        }
        if (head.is(next, "OR")) {
            next += 2;
        }
        while (head.is(next, "PRIVATE") || head.is(next, "TEMPORARY")) {
            next++;
        }
        boolean view = head.is(next, "MATERIALIZED") && head.is(next + 1, "VIEW");
        boolean legacy = head.is(next, "LIVE") && head.is(next + 1, "TABLE");
        return view || legacy ? EXPLAIN : OTHER;
    }

    /** A {@code CREATE} is ours when Spark rejects it or cannot run it. */
    private static StatementKind create(Head head, String text) {
        int next = 1;
        if (head.is(next, "OR")) {
            if (head.is(next + 1, "REFRESH")) {
                return DEFINITION;
            }
            next += 2;
        }
        if (head.is(next, "PRIVATE")) {
            return DEFINITION;
        }
        int object = next;
        while (head.is(next, "TEMPORARY") || head.is(next, "TEMP")) {
            next++;
        }
        boolean temporary = next > object;
        if (isDatasetWord(head, next) || isLegacy(head, next)) {
            return DEFINITION;
        }
        if (head.is(next, "FLOW") || head.is(next, "SINK")) {
            return DEFINITION;
        }
        if (head.is(next, "TABLE")) {
            return hasFlowClause(text) ? DEFINITION : OTHER;
        }
        if (!head.is(next, "VIEW")) {
            return OTHER;
        }
        if (hasExpectation(text)) {
            return DEFINITION;
        }
        return temporary && streamsFunction(text) ? DEFINITION : OTHER;
    }

    private static boolean isLegacy(Head head, int at) {
        int live = head.is(at, "STREAMING") || head.is(at, "INCREMENTAL") ? at + 1 : at;
        return head.is(live, "LIVE") && (head.is(live + 1, "TABLE") || head.is(live + 1, "VIEW"));
    }

    /** {@code FLOW INSERT} and its like before any query. */
    private static boolean hasFlowClause(String text) {
        List<SqlToken> tokens = SqlScanner.scan(text);
        int depth = 0;
        for (int i = 0; i + 1 < tokens.size(); i++) {
            SqlToken token = tokens.get(i);
            if (token.isSymbol("(")) {
                depth++;
            } else if (token.isSymbol(")")) {
                depth--;
            }
            if (depth > 0) {
                continue;
            }
            if (token.isWord("AS") || token.isWord("SELECT") || token.isSymbol(";")) {
                return false;
            }
            SqlToken next = tokens.get(i + 1);
            boolean body =
                    next.isWord("INSERT")
                            || next.isWord("AUTO")
                            || next.isWord("APPLY")
                            || next.isWord("REPLACE");
            if (token.isWord("FLOW") && body) {
                return true;
            }
        }
        return false;
    }

    /** {@code CONSTRAINT name EXPECT} in the brackets behind the name of a view. */
    private static boolean hasExpectation(String text) {
        List<SqlToken> tokens = SqlScanner.scan(text);
        for (int i = 0; i + 2 < tokens.size() && !tokens.get(i).isWord("AS"); i++) {
            if (tokens.get(i).isWord("CONSTRAINT") && tokens.get(i + 2).isWord("EXPECT")) {
                return true;
            }
        }
        return false;
    }

    /** Whether a table function of ours is read as a stream, which Spark cannot do. */
    private static boolean streamsFunction(String text) {
        List<SqlToken> tokens = SqlScanner.scan(text);
        for (int i = 1; i + 1 < tokens.size(); i++) {
            SqlToken token = tokens.get(i);
            boolean call =
                    token.kind() == SqlToken.Kind.WORD
                            && tokens.get(i + 1).isSymbol("(")
                            && TableFunctions.standard().find(token.slice()).isPresent();
            int before = tokens.get(i - 1).isSymbol("(") ? i - 2 : i - 1;
            boolean stream =
                    token.isWord(ReadFiles.OLD_NAME.toUpperCase(Locale.ROOT))
                            || (before >= 0 && tokens.get(before).isWord("STREAM"));
            if (call && stream) {
                return true;
            }
        }
        return false;
    }

    /** The first words of a text. */
    private record Head(List<String> words) {

        int size() {
            return words.size();
        }

        boolean is(int index, String word) {
            return index < words.size() && words.get(index).equals(word);
        }
    }
}
