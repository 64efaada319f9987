/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.problem;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.compiler.diagnostic.DiagnosticJson;
import io.millrace.compiler.diagnostic.DiagnosticRenderer;
import io.millrace.compiler.graph.Place;
import io.millrace.compiler.source.LineMap;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.spark.FlowError;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.SourceLocation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shows what the engine found wrong in the user's files. */
public final class RunProblems {

    private final Map<String, SourceFile> originals = new HashMap<>();
    private final DiagnosticRenderer renderer;

    /** The engine's places are those of the original texts. */
    public RunProblems(List<SourceFile> sources, DiagnosticRenderer renderer) {
        sources.forEach(
                file -> originals.put(file.name(), SourceFile.of(file.name(), file.original())));
        this.renderer = renderer;
    }

    public String render(RunDiagnostic problem) {
        return renderer.renderError(
                problem.code(),
                span(problem.location(), problem.statement()),
                problem.message(),
                problem.hint());
    }

    public String render(FlowError error) {
        return renderer.renderError(
                error.code(),
                span(error.location(), error.statement()),
                error.message(),
                Optional.empty());
    }

    public ObjectNode json(RunDiagnostic problem) {
        return DiagnosticJson.error(
                problem.code(),
                span(problem.location(), problem.statement()),
                problem.message(),
                problem.hint());
    }

    private Optional<SourceSpan> span(
            Optional<SourceLocation> location, Optional<Place> statement) {
        return location.flatMap(this::span).or(() -> statement.flatMap(this::span));
    }

    private Optional<SourceSpan> span(SourceLocation location) {
        return Optional.ofNullable(originals.get(location.file()))
                .map(
                        file -> {
                            int length = file.text().length();
                            int start = Math.min(location.start(), length);
                            return file.span(
                                    start, Math.max(start, Math.min(location.end(), length)));
                        });
    }

    private Optional<SourceSpan> span(Place place) {
        return Optional.ofNullable(originals.get(place.file()))
                .map(
                        file -> {
                            int start = offset(file, place.line(), place.column());
                            int end = offset(file, place.endLine(), place.endColumn());
                            return file.span(start, Math.max(start, end));
                        });
    }

    private static int offset(SourceFile file, int line, int column) {
        LineMap lines = file.lines();
        int known = Math.max(1, Math.min(line, lines.lineCount()));
        return Math.max(0, Math.min(lines.lineStart(known) + column - 1, file.text().length()));
    }
}
