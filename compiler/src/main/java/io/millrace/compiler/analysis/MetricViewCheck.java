/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.metric.MetricDefinition;
import io.millrace.compiler.query.QueryFact;
import java.util.Optional;

/**
 * How metric views are read: by queries that aggregate, and not by other metric views. Whether it
 * is their measures that the aggregates ask for, Spark tells.
 */
final class MetricViewCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            for (ResolvedInput input : flow.inputs()) {
                Optional<MetricDefinition> read =
                        input.dataset().flatMap(DatasetDeclaration::metrics);
                if (read.isPresent()) {
                    check(flow, input, read.get(), diagnostics);
                }
            }
        }
    }

    private static void check(
            ResolvedFlow flow,
            ResolvedInput input,
            MetricDefinition read,
            Diagnostics diagnostics) {
        boolean byMetricView =
                flow.targetDataset().filter(view -> view.metrics().isPresent()).isPresent();
        if (byMetricView) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_METRIC_VIEW_UNSUPPORTED,
                                    input.span(),
                                    "metric views as sources")
                            .withHint(
                                    "read the tables of `"
                                            + input.writtenName()
                                            + "`, or store its measures in a materialized view"));
        } else if (!input.streaming() && flow.query().facts(QueryFact.Kind.AGGREGATE).isEmpty()) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_METRIC_VIEW_READ,
                                    input.span(),
                                    input.writtenName())
                            .withLabel("read without GROUP BY and MEASURE")
                            .withHint(example(input.writtenName(), read)));
        }
    }

    private static String example(String view, MetricDefinition metrics) {
        String field = metrics.fields().stream().findFirst().map(f -> quoted(f.name())).orElse("");
        String measure =
                metrics.measures().stream()
                        .findFirst()
                        .map(m -> "MEASURE(" + quoted(m.name()) + ")")
                        .orElse("");
        String separator = field.isEmpty() || measure.isEmpty() ? "" : ", ";
        return "SELECT %s%s%s FROM %s%s"
                .formatted(
                        field,
                        separator,
                        measure,
                        view,
                        field.isEmpty() ? "" : " GROUP BY " + field);
    }

    private static String quoted(String name) {
        return name.matches("\\w+") ? name : "`" + name.replace("`", "``") + "`";
    }
}
