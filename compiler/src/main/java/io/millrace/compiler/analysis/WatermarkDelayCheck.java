/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.SqlScanner;
import io.millrace.compiler.token.SqlToken;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** A watermark without delay drops rows that are no later than others: rarely meant. */
final class WatermarkDelayCheck implements Check {

    private static final Pattern ZERO =
            Pattern.compile("['\"]?\\s*0+(\\.0*)?(\\s+[a-zA-Z]+)?\\s*['\"]?");

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            SourceSpan query = flow.query().span();
            String text = query.text();
            if (!text.toLowerCase(Locale.ROOT).contains("watermark")) {
                continue;
            }
            List<SqlToken> tokens = SqlScanner.scan(text);
            for (int i = 0; i + 3 < tokens.size(); i++) {
                SqlToken amount = tokens.get(i + 3);
                boolean zero =
                        tokens.get(i).isWord("DELAY")
                                && tokens.get(i + 1).isWord("OF")
                                && tokens.get(i + 2).isWord("INTERVAL")
                                && ZERO.matcher(amount.slice()).matches();
                if (zero) {
                    diagnostics.add(
                            Diagnostic.of(
                                            ErrorCode.MILLRACE_ZERO_WATERMARK_DELAY,
                                            query.file()
                                                    .span(
                                                            query.start() + amount.start(),
                                                            query.start() + amount.end()))
                                    .withHint(
                                            "write DELAY OF INTERVAL 1 SECOND, or as late as rows"
                                                    + " may come"));
                }
            }
        }
    }
}
