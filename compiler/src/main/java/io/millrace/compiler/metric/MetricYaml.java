/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.metric;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import java.util.Iterator;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;

/**
 * The YAML of a metric view as nodes with places in the user's file. Nothing is constructed from
 * it, so tags are harmless, and aliases are not expanded.
 */
final class MetricYaml {

    private final SourceSpan yaml;
    private final String text;
    private final Diagnostics diagnostics;

    private MetricYaml(SourceSpan yaml, Diagnostics diagnostics) {
        this.yaml = yaml;
        this.text = yaml.text();
        this.diagnostics = diagnostics;
    }

    /** The mapping at the top; nothing after an error was added. */
    static Optional<MetricMap> parse(SourceSpan yaml, Diagnostics diagnostics) {
        MetricYaml document = new MetricYaml(yaml, diagnostics);
        return document.root().map(root -> MetricMap.of(document, root));
    }

    private Optional<MappingNode> root() {
        Optional<Node> node;
        try {
            node = compose();
        } catch (MarkedYamlEngineException e) {
            SourceSpan place = e.getProblemMark().map(this::letter).orElseGet(this::start);
            addSyntaxError(place, e.getProblem());
            return Optional.empty();
        } catch (YamlEngineException e) {
            addSyntaxError(start(), String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
            return Optional.empty();
        } catch (StackOverflowError e) {
            addSyntaxError(start(), "it is nested too deeply");
            return Optional.empty();
        }
        if (node.isPresent() && node.get() instanceof MappingNode mapping) {
            return Optional.of(mapping);
        }
        addSyntaxError(
                node.map(this::firstLine).orElseGet(this::start),
                "a mapping of keys to values is expected");
        return Optional.empty();
    }

    private Optional<Node> compose() {
        LoadSettings settings = LoadSettings.builder().setUseMarks(true).build();
        Iterator<Node> documents = new Compose(settings).composeAllFromString(text).iterator();
        if (!documents.hasNext()) {
            return Optional.empty();
        }
        Node first = documents.next();
        if (documents.hasNext()) {
            addSyntaxError(firstLine(documents.next()), "it holds more than one document");
            return Optional.empty();
        }
        return Optional.of(first);
    }

    private void addSyntaxError(SourceSpan place, String problem) {
        add(
                Diagnostic.of(ErrorCode.MILLRACE_METRIC_VIEW_SYNTAX_ERROR, place, problem)
                        .withHint(
                                "put texts with `: `, ` #` or a leading sign into quotes, and"
                                        + " expressions of several lines behind |"));
    }

    void add(Diagnostic diagnostic) {
        diagnostics.add(diagnostic);
    }

    /** A scalar's value, with the way back. */
    MetricText value(ScalarNode scalar) {
        int start = offset(scalar.getStartMark());
        int end = Math.max(start, offset(scalar.getEndMark()));
        String value = scalar.getValue().stripTrailing();
        return new MetricText(
                yaml.file(),
                value,
                ScalarPositions.of(text.substring(start, end), yaml.start() + start, value));
    }

    /** Where a node stands; of a node of several lines only the first. */
    SourceSpan firstLine(Node node) {
        int start = offset(node.getStartMark());
        int end = Math.max(start, offset(node.getEndMark()));
        String written = text.substring(start, end).stripTrailing();
        int lineEnd = written.indexOf('\n');
        return span(start, start + (lineEnd < 0 ? written.length() : lineEnd));
    }

    private SourceSpan start() {
        return span(0, 0);
    }

    private SourceSpan letter(Mark mark) {
        int offset = offset(Optional.of(mark));
        boolean visible = offset < text.length() && text.charAt(offset) != '\n';
        return span(offset, visible ? offset + 1 : offset);
    }

    private SourceSpan span(int start, int end) {
        return yaml.file().span(yaml.start() + start, yaml.start() + end);
    }

    /** Marks count code points. */
    private int offset(Optional<Mark> mark) {
        int most = text.codePointCount(0, text.length());
        return mark.map(m -> text.offsetByCodePoints(0, Math.min(m.getIndex(), most))).orElse(0);
    }
}
