/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import java.io.Serializable;
import org.apache.spark.sql.catalyst.csv.CSVOptions;

/** Looks at lines of CSV for quoted values that a reader of single lines does not read right. */
final class QuotedLine implements Serializable {

    private static final long serialVersionUID = 1L;

    /** What is found in a line. */
    enum Flaw {
        NONE,
        /** A quoted value does not end in the line that it begins in. */
        OPEN,
        /** A quoted value is read right only when a quote is escaped by doubling it. */
        DOUBLED
    }

    private final String delimiter;
    private final char quote;
    private final char escape;
    private final boolean skipsSpace;
    private final boolean hasComments;
    private final char comment;

    QuotedLine(CSVOptions csv) {
        delimiter = csv.delimiter();
        quote = csv.quote();
        escape = csv.escape();
        skipsSpace = csv.ignoreLeadingWhiteSpaceInRead();
        hasComments = csv.isCommentSet();
        comment = csv.comment();
    }

    Flaw flaw(String line) {
        if (quote == '\0' || line.indexOf(quote) < 0 || isComment(line)) {
            return Flaw.NONE;
        }
        Flaw found = Flaw.NONE;
        int at = 0;
        while (at >= 0) {
            at = begin(line, at);
            if (at < line.length() && line.charAt(at) == quote) {
                int end = end(line, at + 1, escape);
                boolean open = end < 0;
                end = open ? end(line, at + 1, quote) : end;
                if (end < 0) {
                    return Flaw.OPEN;
                }
                if (open || hasDoubled(line, at + 1, end)) {
                    found = Flaw.DOUBLED;
                }
                at = end;
            }
            int next = line.indexOf(delimiter, at);
            at = next < 0 ? -1 : next + delimiter.length();
        }
        return found;
    }

    private boolean isComment(String line) {
        return hasComments && !line.isEmpty() && line.charAt(0) == comment;
    }

    private int begin(String line, int from) {
        int at = from;
        while (skipsSpace
                && at < line.length()
                && Character.isWhitespace(line.charAt(at))
                && !line.startsWith(delimiter, at)) {
            at++;
        }
        return at;
    }

    /** The place behind the quote that ends a value; -1 when there is none. */
    private int end(String line, int from, char escape) {
        int at = from;
        while (at < line.length()) {
            char character = line.charAt(at);
            boolean pair =
                    (character == escape && escape != quote)
                            || (character == quote && isQuote(line, at + 1));
            if (pair) {
                at += 2;
            } else if (character == quote && mayEnd(line, at + 1)) {
                return at + 1;
            } else {
                at++;
            }
        }
        return -1;
    }

    /** Else the quote stands in the value, unescaped. */
    private boolean mayEnd(String line, int at) {
        return at >= line.length()
                || line.startsWith(delimiter, at)
                || Character.isWhitespace(line.charAt(at));
    }

    private boolean hasDoubled(String line, int from, int end) {
        if (escape == quote) {
            return false;
        }
        for (int at = from; at + 1 < end; at++) {
            if (line.charAt(at) == escape) {
                at++;
            } else if (line.charAt(at) == quote && isQuote(line, at + 1) && at + 2 < end) {
                return true;
            }
        }
        return false;
    }

    private boolean isQuote(String line, int at) {
        return at < line.length() && line.charAt(at) == quote;
    }
}
