/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.CreateSink;
import io.millrace.compiler.ast.Property;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.sink.SinkOptions;
import io.millrace.compiler.source.SourceSpan;
import java.util.LinkedHashMap;
import java.util.Map;

/** The options of sinks whose formats are known: names, values, and what must be there. */
final class SinkOptionsCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            dataset.sink().ifPresent(sink -> check(dataset, sink, diagnostics));
        }
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

    private static java.util.Optional<Property> find(CreateSink sink, String name) {
        return sink.options().stream().filter(option -> option.key().equals(name)).findFirst();
    }
}
