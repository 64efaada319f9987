/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.source.PositionMap;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.TextEdits;

/** Writes the forms that Spark's parser lacks or misreads in Spark's own words. */
final class DialectRewrite {

    private DialectRewrite() {}

    static RewrittenSql beforeParsing(SourceSpan span) {
        String text = span.text();
        TextEdits edits = new TextEdits(text);
        PositionMap shift = PositionMap.shift(span.start());
        if (edits.isEmpty()) {
            return new RewrittenSql(text, shift);
        }
        TextEdits.Result result = edits.apply();
        return new RewrittenSql(result.text(), shift.andThen(result.positions()));
    }
}
