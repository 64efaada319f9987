/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.metric;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.SqlScanner;
import io.millrace.compiler.token.SqlToken;
import io.millrace.compiler.token.TextEdits;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code MEASURE(x)} inside of measures: what it measures stands in its place. */
final class MeasureCalls {

    private static final int TOKENS = 4;

    private final Map<String, MetricView.Column> known = new HashMap<>();
    private final List<String> listed;
    private final Map<String, MetricText> expressions = new HashMap<>();
    private final Set<String> open = new HashSet<>();
    private final Set<String> done = new HashSet<>();
    private final Diagnostics diagnostics;

    MeasureCalls(List<MetricView.Column> measures, Diagnostics diagnostics) {
        measures.forEach(measure -> known.put(MetricNames.fold(measure.name()), measure));
        this.listed = measures.stream().map(MetricView.Column::name).toList();
        this.diagnostics = diagnostics;
    }

    /**
     * One call.
     *
     * @param span in the text it was found in
     */
    record Call(String measure, SourceSpan span) {

        boolean contains(SourceSpan other) {
            return span.start() <= other.start() && other.end() <= span.end();
        }
    }

    List<Call> calls(MetricText text) {
        SourceSpan whole = text.span();
        List<SqlToken> tokens = SqlScanner.scan(text.text());
        List<Call> calls = new ArrayList<>();
        for (int i = 0; i + TOKENS <= tokens.size(); i++) {
            boolean call =
                    tokens.get(i).isWord("MEASURE")
                            && (i == 0 || !tokens.get(i - 1).isSymbol("."))
                            && tokens.get(i + 1).isSymbol("(")
                            && tokens.get(i + 2).isName()
                            && tokens.get(i + 3).isSymbol(")");
            if (call) {
                calls.add(
                        new Call(
                                unquoted(tokens.get(i + 2).slice()),
                                whole.file().span(tokens.get(i).start(), tokens.get(i + 3).end())));
            }
        }
        return calls;
    }

    private static String unquoted(String name) {
        return name.startsWith("`")
                ? name.substring(1, name.length() - 1).replace("``", "`")
                : name;
    }

    /** Takes a measure whose names have been replaced. */
    void put(MetricView.Column measure, MetricText expression) {
        expressions.put(MetricNames.fold(measure.name()), expression);
    }

    /** A measure with the measures that it reads in the place of their calls. */
    MetricText expanded(MetricView.Column measure) {
        String key = MetricNames.fold(measure.name());
        MetricText text = expressions.get(key);
        if (done.contains(key)) {
            return text;
        }
        open.add(key);
        TextEdits edits = new TextEdits(text.text());
        for (Call call : calls(text)) {
            MetricView.Column read = known.get(MetricNames.fold(call.measure()));
            if (read == null) {
                reportUnknown(measure, call);
            } else if (open.contains(MetricNames.fold(read.name()))) {
                report(measure, call, "is made from itself", "");
            } else {
                edits.replace(
                        call.span().start(),
                        call.span().end(),
                        MetricNames.bracketed(expanded(read)));
            }
        }
        open.remove(key);
        done.add(key);
        MetricText expanded = text.with(edits);
        expressions.put(key, expanded);
        return expanded;
    }

    private void reportUnknown(MetricView.Column measure, Call call) {
        report(
                measure,
                call,
                "reads `" + call.measure() + "`, which is no measure of the view",
                NearestName.of(call.measure(), listed)
                        .map(near -> "did you mean `" + near + "`?")
                        .orElse("measures: " + String.join(", ", listed)));
    }

    private void report(MetricView.Column measure, Call call, String does, String hint) {
        Diagnostic diagnostic =
                Diagnostic.of(
                        ErrorCode.MILLRACE_METRIC_VIEW_EXPRESSION,
                        call.span(),
                        "measure `" + measure.name() + "`",
                        does);
        diagnostics.add(hint.isEmpty() ? diagnostic : diagnostic.withHint(hint));
    }
}
