/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.common.FlowStyle;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.Tag;

/**
 * A YAML file, or several whose nodes have been merged, as nodes with places. Nothing is
 * constructed from it, so tags are harmless, and aliases are not expanded.
 */
final class YamlText {

    private final SourceFile file;
    private final Map<String, SourceFile> files;
    private final Diagnostics diagnostics;

    private YamlText(SourceFile file, Diagnostics diagnostics) {
        this(file, Map.of(file.name(), file), diagnostics);
    }

    /**
     * Nodes of several files.
     *
     * @param file where things are told that have no place
     * @param files all that nodes come from, by name
     */
    YamlText(SourceFile file, Map<String, SourceFile> files, Diagnostics diagnostics) {
        this.file = file;
        this.files = Map.copyOf(files);
        this.diagnostics = diagnostics;
    }

    /**
     * The mapping at the top of the file; an empty one for a file without content, nothing after an
     * error was added.
     */
    static Optional<YamlMap> parse(SourceFile file, Diagnostics diagnostics) {
        YamlText text = new YamlText(file, diagnostics);
        return text.root()
                .map(
                        node ->
                                node.getValue().isEmpty()
                                        ? YamlMap.empty(text)
                                        : YamlMap.of(text, node));
    }

    /** The same as a node; its marks carry the name of the file. */
    static Optional<MappingNode> parseNode(SourceFile file, Diagnostics diagnostics) {
        return new YamlText(file, diagnostics).root();
    }

    private Optional<MappingNode> root() {
        Optional<Node> node;
        try {
            node = compose();
        } catch (MarkedYamlEngineException e) {
            SourceSpan span = e.getProblemMark().map(this::span).orElseGet(() -> file.span(0, 0));
            addSyntaxError(span, e.getProblem());
            return Optional.empty();
        } catch (YamlEngineException e) {
            addSyntaxError(file.span(0, 0), firstLine(String.valueOf(e.getMessage())));
            return Optional.empty();
        } catch (StackOverflowError e) {
            addSyntaxError(file.span(0, 0), "it is nested too deeply");
            return Optional.empty();
        }
        if (node.isEmpty()) {
            return Optional.of(new MappingNode(Tag.MAP, List.of(), FlowStyle.BLOCK));
        }
        if (node.get() instanceof MappingNode mapping) {
            return Optional.of(mapping);
        }
        diagnostics.add(
                Diagnostic.of(
                        ErrorCode.MILLRACE_PROJECT_INVALID_VALUE,
                        span(node.get()),
                        file.name(),
                        "a mapping of keys to values"));
        return Optional.empty();
    }

    private Optional<Node> compose() {
        LoadSettings settings =
                LoadSettings.builder().setUseMarks(true).setLabel(file.name()).build();
        Iterator<Node> documents =
                new Compose(settings).composeAllFromString(file.text()).iterator();
        if (!documents.hasNext()) {
            return Optional.empty();
        }
        Node first = documents.next();
        if (documents.hasNext()) {
            addSyntaxError(span(documents.next()), "it holds more than one document");
        }
        return Optional.of(first);
    }

    private void addSyntaxError(SourceSpan span, String problem) {
        diagnostics.add(Diagnostic.of(ErrorCode.MILLRACE_PROJECT_SYNTAX_ERROR, span, problem));
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().orElse(text);
    }

    SourceSpan start() {
        return file.span(0, 0);
    }

    void add(Diagnostic diagnostic) {
        diagnostics.add(diagnostic);
    }

    /** The file that a node comes from. */
    SourceFile file(Node node) {
        return node.getStartMark().map(mark -> files.get(mark.getName())).orElse(file);
    }

    SourceSpan span(Node node) {
        SourceFile own = file(node);
        int start = node.getStartMark().map(mark -> offset(own, mark)).orElse(0);
        int end = node.getEndMark().map(mark -> offset(own, mark)).orElse(start);
        String text = own.text().substring(start, Math.max(start, end));
        return own.span(start, start + text.stripTrailing().length());
    }

    /** Of a node of several lines only the first. */
    SourceSpan firstLine(Node node) {
        SourceSpan whole = span(node);
        int lineEnd = whole.text().indexOf('\n');
        return lineEnd < 0 ? whole : whole.file().span(whole.start(), whole.start() + lineEnd);
    }

    private SourceSpan span(Mark mark) {
        int offset = offset(file, mark);
        int end = Math.min(offset + 1, file.text().length());
        return file.span(offset, Math.max(offset, end));
    }

    /** Marks count code points. */
    private static int offset(SourceFile file, Mark mark) {
        int codePoints = file.text().codePointCount(0, file.text().length());
        return file.utf16Offset(Math.min(mark.getIndex(), codePoints));
    }
}
