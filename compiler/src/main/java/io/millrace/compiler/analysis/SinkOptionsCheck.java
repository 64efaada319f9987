/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.ast.CreateSink;
import io.millrace.compiler.ast.Property;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.sink.SinkFormat;
import io.millrace.compiler.sink.SinkOptions;
import io.millrace.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The options of sinks whose formats are known: names, values, and what must be there. */
final class SinkOptionsCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            dataset.sink().ifPresent(sink -> check(dataset, sink, diagnostics));
            dataset.sink().ifPresent(sink -> checkForeign(pipeline, dataset, sink, diagnostics));
        }
    }

    /** A table of the pipeline is written by flows, which know what it has. */
    private static void checkForeign(
            PipelineModel pipeline,
            DatasetDeclaration dataset,
            CreateSink sink,
            Diagnostics diagnostics) {
        for (Property option : sink.options()) {
            if (SinkFormat.of(sink.format().value()) != SinkFormat.DELTA
                    || !option.key().equalsIgnoreCase(SinkOptions.TABLE_NAME)) {
                continue;
            }
            DatasetName table = table(option.value(), pipeline.options());
            pipeline.datasets().stream()
                    .filter(own -> own.name().key().equals(table.key()))
                    .findFirst()
                    .ifPresent(
                            own ->
                                    diagnostics.add(
                                            Diagnostic.of(
                                                            ErrorCode.MILLRACE_SINK_OPTION,
                                                            option.span(),
                                                            dataset.written(),
                                                            "writes into `%s`, which is the pipeline's own"
                                                                    .formatted(own.written()))
                                                    .withHint(
                                                            "write INSERT INTO "
                                                                    + own.written().sql()
                                                                    + " in its flows")
                                                    .withRelated(own.nameSpan(), "declared here")));
        }
    }

    private static DatasetName table(String name, CompileOptions options) {
        List<String> parts = new ArrayList<>(List.of(name.replace("`", "").split("\\.", -1)));
        if (parts.size() < 2) {
            parts.add(0, options.schema());
        }
        if (parts.size() < 3) {
            parts.add(0, options.catalog());
        }
        return new DatasetName(parts);
    }

    private static void check(
            DatasetDeclaration dataset, CreateSink sink, Diagnostics diagnostics) {
        Map<String, String> options = new LinkedHashMap<>();
        sink.options().forEach(option -> options.putIfAbsent(option.key(), option.value()));
        for (SinkOptions.Problem problem :
                SinkOptions.problems(Names.fold(sink.format().value()), options)) {
            SourceSpan span =
                    problem.option()
                            .flatMap(name -> find(sink, name))
                            .map(Property::span)
                            .orElse(dataset.nameSpan());
            Diagnostic diagnostic =
                    Diagnostic.of(
                            ErrorCode.MILLRACE_SINK_OPTION,
                            span,
                            dataset.written(),
                            problem.message());
            diagnostics.add(problem.hint().map(diagnostic::withHint).orElse(diagnostic));
        }
    }

    private static Optional<Property> find(CreateSink sink, String name) {
        return sink.options().stream().filter(option -> option.key().equals(name)).findFirst();
    }
}
