/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.diagnostic;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.compiler.source.LineMap;
import io.millrace.compiler.source.SourceSpan;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Diagnostics as machines read them. Every field is always there, {@code null} where it is unknown;
 * lines and columns are 1-based, columns count UTF-16 units, the end is exclusive.
 */
public final class DiagnosticJson {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private DiagnosticJson() {}

    /** What {@code validate --format json} prints. */
    public static ObjectNode validation(List<Diagnostic> diagnostics) {
        ObjectNode result = NODES.objectNode();
        result.put("valid", diagnostics.stream().noneMatch(Diagnostic::isError));
        result.set("diagnostics", array(diagnostics));
        return result;
    }

    public static ArrayNode array(List<Diagnostic> diagnostics) {
        ArrayNode result = NODES.arrayNode();
        diagnostics.forEach(diagnostic -> result.add(object(diagnostic)));
        return result;
    }

    public static ObjectNode object(Diagnostic diagnostic) {
        ObjectNode result =
                object(
                        diagnostic.code().name(),
                        diagnostic.severity(),
                        diagnostic.span(),
                        diagnostic.message(),
                        diagnostic.hint());
        ArrayNode related = result.putArray("related");
        diagnostic.related().forEach(place -> related.add(object(place)));
        return result;
    }

    /** An error that is none of the compiler's, with the same fields. */
    public static ObjectNode error(
            String code, Optional<SourceSpan> span, String message, Optional<String> hint) {
        ObjectNode result = object(code, Severity.ERROR, span, message, hint);
        result.putArray("related");
        return result;
    }

    private static ObjectNode object(
            String code,
            Severity severity,
            Optional<SourceSpan> span,
            String message,
            Optional<String> hint) {
        ObjectNode result = NODES.objectNode();
        result.put("code", code);
        result.put("severity", severity.name().toLowerCase(Locale.ROOT));
        Optional<LineMap.Position> start = span.map(SourceSpan::startPosition);
        Optional<LineMap.Position> end = span.map(SourceSpan::endPosition);
        result.put("file", span.map(place -> place.file().name()).orElse(null));
        result.put("line", start.map(LineMap.Position::line).orElse(null));
        result.put("column", start.map(LineMap.Position::column).orElse(null));
        result.put("end_line", end.map(LineMap.Position::line).orElse(null));
        result.put("end_column", end.map(LineMap.Position::column).orElse(null));
        result.put("message", message);
        result.put("hint", hint.orElse(null));
        return result;
    }

    private static ObjectNode object(Diagnostic.Related related) {
        LineMap.Position start = related.span().startPosition();
        ObjectNode result = NODES.objectNode();
        result.put("file", related.span().file().name());
        result.put("line", start.line());
        result.put("column", start.column());
        result.put("message", related.message());
        return result;
    }
}
