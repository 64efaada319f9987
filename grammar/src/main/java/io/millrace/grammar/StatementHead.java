/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.grammar;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/** What the leading tokens of a statement say about it. */
public enum StatementHead {
    /** A statement of the dialect, right or wrong: {@code MillraceParser} parses it. */
    DIALECT,
    QUERY,
    CREATE_FUNCTION,
    SCRIPT,
    NOTEBOOK_CELL,
    TEMPLATE_TEXT,
    DML,
    DDL,
    /** {@code SET} without a value: it shows a setting, or with no key all of them. */
    SHOW_SETTING,
    UNKNOWN;

    private static final Set<String> QUERY_WORDS =
            Set.of(
                    "DESC",
                    "DESCRIBE",
                    "FROM",
                    "MAP",
                    "REDUCE",
                    "SELECT",
                    "SHOW",
                    "TABLE",
                    "VALUES",
                    "WITH");
    private static final Set<String> DML_WORDS =
            Set.of("COPY", "DELETE", "INSERT", "LOAD", "MERGE", "TRUNCATE", "UPDATE");
    private static final Set<String> DDL_WORDS =
            Set.of(
                    "ADD",
                    "ANALYZE",
                    "CACHE",
                    "CALL",
                    "CLEAR",
                    "CLONE",
                    "COMMENT",
                    "CONVERT",
                    "DECLARE",
                    "DENY",
                    "EXECUTE",
                    "EXPORT",
                    "FSCK",
                    "GRANT",
                    "IMPORT",
                    "LIST",
                    "LOCK",
                    "MSCK",
                    "OPTIMIZE",
                    "REORG",
                    "REPAIR",
                    "RESET",
                    "RESTORE",
                    "REVOKE",
                    "SYNC",
                    "UNCACHE",
                    "UNDROP",
                    "UNLOCK",
                    "UNSET",
                    "VACUUM");
    private static final Set<String> DIALECT_OBJECTS =
            Set.of(
                    "FLOW",
                    "INCREMENTAL",
                    "LIVE",
                    "MATERIALIZED",
                    "PRIVATE",
                    "SINK",
                    "STREAMING",
                    "TABLE",
                    "VIEW");
    private static final Set<String> DROP_OBJECTS =
            Set.of("FLOW", "MATERIALIZED", "SINK", "STREAMING", "TABLE", "VIEW");

    /**
     * Classifies a statement.
     *
     * @param tokens its visible tokens, at least one; a prefix of about ten is enough but for
     *     {@code SET}, where the equals sign is looked for
     */
    public static StatementHead of(List<? extends Token> tokens) {
        Words words = new Words(tokens);
        String first = words.at(0);
        if (words.isType(0, MillraceLexer.PERCENT)) {
            return NOTEBOOK_CELL;
        }
        if (TemplateText.startsAt(tokens, 0)) {
            return TEMPLATE_TEXT;
        }
        if (words.isType(0, MillraceLexer.LEFT_PAREN) || QUERY_WORDS.contains(first)) {
            return QUERY;
        }
        if (isScript(words)) {
            return SCRIPT;
        }
        return switch (first) {
            case "CREATE" -> ofCreate(words);
            case "AUTO" -> words.at(1).equals("CDC") ? DIALECT : UNKNOWN;
            case "APPLY" -> words.at(1).equals("CHANGES") ? DIALECT : UNKNOWN;
            case "REFRESH" -> ofRefresh(words);
            case "ALTER" ->
                    words.at(1).equals("STREAMING") || words.at(1).equals("MATERIALIZED")
                            ? DIALECT
                            : DDL;
            case "DROP" -> DROP_OBJECTS.contains(words.at(1)) ? DIALECT : DDL;
            case "EXPLAIN" -> ofExplain(words);
            case "SET" -> ofSet(words);
            case "USE" -> DIALECT;
            default -> ofOther(first);
        };
    }

    private static StatementHead ofOther(String first) {
        if (DML_WORDS.contains(first)) {
            return DML;
        }
        return DDL_WORDS.contains(first) ? DDL : UNKNOWN;
    }

    /** {@code BEGIN}, or a label and {@code BEGIN}. */
    private static boolean isScript(Words words) {
        return words.at(0).equals("BEGIN")
                || (words.isType(1, MillraceLexer.COLON) && words.at(2).equals("BEGIN"));
    }

    private static StatementHead ofCreate(Words words) {
        int next = 1;
        boolean refresh = false;
        if (words.at(next).equals("OR")) {
            refresh = words.at(next + 1).equals("REFRESH");
            next += 2;
        }
        boolean visibility = false;
        while (Set.of("PRIVATE", "TEMPORARY", "TEMP").contains(words.at(next))) {
            visibility = true;
            next++;
        }
        String object = words.at(next);
        if (object.equals("FUNCTION") || object.equals("PROCEDURE")) {
            return CREATE_FUNCTION;
        }
        if (object.equals("TABLE") && visibility && !words.at(next - 1).equals("PRIVATE")) {
            return DDL;
        }
        if (DIALECT_OBJECTS.contains(object) || words.at(next - 1).equals("PRIVATE") || refresh) {
            return DIALECT;
        }
        return NearWords.isNear(object, DIALECT_OBJECTS) ? DIALECT : DDL;
    }

    private static StatementHead ofRefresh(Words words) {
        boolean spark =
                words.at(1).equals("FUNCTION")
                        && words.size() > 2
                        && !words.isType(2, MillraceLexer.DOT);
        return spark || words.isType(1, MillraceLexer.STRING) ? DDL : DIALECT;
    }

    private static StatementHead ofExplain(Words words) {
        int create = words.at(1).equals("CREATE") ? 1 : 2;
        if (!words.at(create).equals("CREATE")) {
            return QUERY;
        }
        for (int i = create + 1; i < create + 5; i++) {
            if (words.at(i).equals("MATERIALIZED") || words.at(i).equals("LIVE")) {
                return DIALECT;
            }
        }
        return QUERY;
    }

    private static StatementHead ofSet(Words words) {
        String second = words.at(1);
        if (second.equals("CATALOG") && !words.isType(2, MillraceLexer.EQUAL)) {
            return DIALECT;
        }
        boolean spark =
                (second.equals("VAR") || second.equals("VARIABLE") || second.equals("SESSION"))
                        && !words.isType(2, MillraceLexer.EQUAL)
                        && !words.isType(2, MillraceLexer.DOT);
        if (spark) {
            return UNKNOWN;
        }
        for (int i = 2; i < words.size(); i++) {
            if (words.isType(i, MillraceLexer.EQUAL)) {
                return DIALECT;
            }
        }
        return words.areJoinedFrom(1) ? SHOW_SETTING : UNKNOWN;
    }

    /** The upper-case words of a token list; empty text for what is no plain word or not there. */
    private record Words(List<? extends Token> tokens) {

        int size() {
            return tokens.size();
        }

        String at(int index) {
            if (index >= tokens.size()) {
                return "";
            }
            Token token = tokens.get(index);
            boolean word =
                    token.getType() == MillraceLexer.IDENTIFIER
                            || Keywords.of(token.getType()).isPresent();
            return word ? token.getText().toUpperCase(Locale.ROOT) : "";
        }

        /** Whether the tokens from an index on touch each other, as those of one key do. */
        boolean areJoinedFrom(int index) {
            for (int i = index + 1; i < tokens.size(); i++) {
                if (tokens.get(i).getStartIndex() != tokens.get(i - 1).getStopIndex() + 1) {
                    return false;
                }
            }
            return true;
        }

        boolean isType(int index, int type) {
            return index < tokens.size() && tokens.get(index).getType() == type;
        }
    }
}
