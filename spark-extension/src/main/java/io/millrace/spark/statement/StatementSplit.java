/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.token.SqlScanner;
import io.millrace.compiler.token.SqlToken;
import java.util.ArrayList;
import java.util.List;

/** Cuts a text at its semicolons, right or wrong as the statements may be. */
final class StatementSplit {

    private StatementSplit() {}

    /**
     * Whether a text has several statements, of which one is a definition that Spark does not know:
     * then all of it is ours. Scripts and routines, whose semicolons part their own statements, are
     * Spark's.
     */
    static boolean definesSeveral(String text) {
        List<String> head = HeadWords.of(text, 5);
        boolean script =
                head.get(0).equals("BEGIN")
                        || (head.size() > 2
                                && head.get(1).equals(":")
                                && head.get(2).equals("BEGIN"))
                        || head.contains("FUNCTION")
                        || head.contains("PROCEDURE");
        if (script) {
            return false;
        }
        List<String> statements = of(text);
        return statements.size() > 1
                && statements.stream()
                        .map(StatementKind::of)
                        .anyMatch(StatementKind.DEFINITION::equals);
    }

    private static List<String> of(String text) {
        List<String> statements = new ArrayList<>();
        int start = -1;
        int end = 0;
        for (SqlToken token : SqlScanner.scan(text)) {
            if (token.isSymbol(";")) {
                if (start >= 0) {
                    statements.add(text.substring(start, end));
                }
                start = -1;
                continue;
            }
            start = start < 0 ? token.start() : start;
            end = token.end();
        }
        if (start >= 0) {
            statements.add(text.substring(start, end));
        }
        return statements;
    }
}
