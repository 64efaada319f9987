/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.metric;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.query.ExpressionAnalysis;
import io.millrace.compiler.query.ExpressionAnalysis.ColumnReference;
import io.millrace.compiler.query.ExpressionParser;
import io.millrace.compiler.query.QueryParser;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.TextEdits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks the SQL of a metric view and makes its expressions reach into the one relation. */
final class MetricExpressions {

    private final MetricView view;
    private final MetricNames names;
    private final MeasureCalls measures;
    private final Diagnostics diagnostics;

    MetricExpressions(MetricView view, Diagnostics diagnostics) {
        this.view = view;
        this.names = new MetricNames(view.joins());
        this.measures = new MeasureCalls(view.measures(), diagnostics);
        this.diagnostics = diagnostics;
    }

    MetricDefinition definition() {
        checkSource(view.source());
        checkJoins(view.joins());
        Optional<MetricText> filter = view.filter().map(text -> row("the filter", text, Map.of()));
        Map<String, MetricText> above = new LinkedHashMap<>();
        List<MetricDefinition.Column> fields = new ArrayList<>();
        for (MetricView.Column field : view.fields()) {
            MetricText text = row("field `" + field.name() + "`", field.expression(), above);
            above.put(MetricNames.fold(field.name()), text);
            fields.add(column(field, text));
        }
        List<MetricDefinition.Column> measured = new ArrayList<>();
        view.measures().forEach(measure -> measures.put(measure, aggregate(measure, above)));
        for (MetricView.Column measure : view.measures()) {
            measured.add(column(measure, measures.expanded(measure)));
        }
        return new MetricDefinition(
                MetricRelation.of(view), filter, fields, measured, view.comment());
    }

    private static MetricDefinition.Column column(MetricView.Column column, MetricText text) {
        return new MetricDefinition.Column(column.name(), column.place(), text, column.comment());
    }

    private void checkSource(MetricText source) {
        if (!MetricRelation.isName(source)) {
            QueryParser.analyze(source.span()).diagnostics().forEach(diagnostics::add);
        }
    }

    private void checkJoins(List<MetricView.Join> joins) {
        for (MetricView.Join join : joins) {
            checkSource(join.source());
            join.on().ifPresent(on -> refuseSubqueries(condition(join), analyze(on)));
            checkJoins(join.joins());
        }
    }

    private static String condition(MetricView.Join join) {
        return "the condition of join `" + join.name().text() + "`";
    }

    private ExpressionAnalysis analyze(MetricText text) {
        ExpressionAnalysis analysis = ExpressionParser.analyze(text.span());
        analysis.diagnostics().forEach(diagnostics::add);
        return analysis;
    }

    /** An expression over single rows. */
    private MetricText row(String what, MetricText text, Map<String, MetricText> fields) {
        ExpressionAnalysis analysis = analyze(text);
        refuseSubqueries(what, analysis);
        refuse(what, "aggregates rows, which is what a measure is for", analysis.aggregates());
        refuse(what, "uses a window function", analysis.windowFunctions());
        return rewrite(text, analysis, fields, List.of());
    }

    /** The expression of a measure; other measures in it are still calls. */
    private MetricText aggregate(MetricView.Column measure, Map<String, MetricText> fields) {
        String what = "measure `" + measure.name() + "`";
        MetricText text = measure.expression();
        ExpressionAnalysis analysis = analyze(text);
        refuseSubqueries(what, analysis);
        refuse(what, "uses a window function", analysis.windowFunctions());
        if (!analysis.hasErrors() && !text.text().contains("(")) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_METRIC_VIEW_EXPRESSION,
                                    text.span(),
                                    what,
                                    "aggregates nothing")
                            .withHint("sum(" + text.text() + "), or list it under `fields`"));
        }
        return rewrite(text, analysis, fields, measures.calls(text));
    }

    private void refuseSubqueries(String what, ExpressionAnalysis analysis) {
        refuse(what, "holds a query", analysis.subqueries());
        refuse(what, "stands for several columns", analysis.star().stream().toList());
        refuse(what, "makes several rows of one", analysis.generators());
    }

    private void refuse(String what, String does, List<SourceSpan> places) {
        places.stream().findFirst().ifPresent(place -> report(what, does, place));
    }

    private void report(String what, String does, SourceSpan place) {
        diagnostics.add(
                Diagnostic.of(ErrorCode.MILLRACE_METRIC_VIEW_EXPRESSION, place, what, does)
                        .withHint("let the query of `source` return what is needed here"));
    }

    private MetricText rewrite(
            MetricText text,
            ExpressionAnalysis analysis,
            Map<String, MetricText> fields,
            List<MeasureCalls.Call> calls) {
        TextEdits edits = new TextEdits(text.text());
        for (ColumnReference reference : analysis.columns()) {
            boolean measure = calls.stream().anyMatch(call -> call.contains(reference.span()));
            if (!measure) {
                names.replace(edits, reference, fields);
            }
        }
        return text.with(edits);
    }
}
