/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.ColumnDefinition;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The columns of the source of an AUTO CDC flow, known when the source is one dataset of the
 * pipeline that lists its columns and is read whole.
 */
final class SourceColumns {

    private SourceColumns() {}

    static DeclaredColumns of(ResolvedFlow flow, PipelineModel pipeline) {
        Optional<DatasetDeclaration> source = wholeSource(flow);
        if (source.isEmpty()) {
            return DeclaredColumns.of(List.of(), Map.of());
        }
        List<String> names = new ArrayList<>();
        source.get().columns().forEach(column -> names.add(column.name().value()));
        boolean cdc =
                pipeline.flowsInto(source.get().name()).stream()
                        .anyMatch(writer -> writer.declaration().isCdc());
        // The change feed and the history of an AUTO CDC target add columns.
        return DeclaredColumns.of(cdc ? List.of() : names, flow.declaration().settings());
    }

    /** The declaration of a column of the source, if it is known. */
    static Optional<ColumnDefinition> column(ResolvedFlow flow, String name) {
        return wholeSource(flow).stream()
                .flatMap(source -> source.columns().stream())
                .filter(column -> column.name().value().equalsIgnoreCase(name))
                .findFirst();
    }

    static String describe(ResolvedFlow flow) {
        return wholeSource(flow)
                .map(source -> source.written().toString())
                .orElse(flow.declaration().query().text());
    }

    /** The name by which the expressions of the flow may qualify a column of the source. */
    static String lastPart(ResolvedFlow flow) {
        return flow.inputs().size() == 1
                ? flow.inputs().get(0).written().get(flow.inputs().get(0).written().size() - 1)
                : "";
    }

    private static Optional<DatasetDeclaration> wholeSource(ResolvedFlow flow) {
        boolean bracketed = flow.declaration().query().text().stripLeading().startsWith("(");
        if (bracketed || flow.inputs().size() != 1) {
            return Optional.empty();
        }
        ResolvedInput input = flow.inputs().get(0);
        return input.hasOption("readChangeFeed") ? Optional.empty() : input.dataset();
    }
}
