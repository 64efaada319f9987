/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.token.Quoted;
import io.millrace.compiler.token.TextEdits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.antlr.v4.runtime.ParserRuleContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.ColumnReferenceContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.DereferenceContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.IdentifierReferenceContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.MultipartIdentifierContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.PrimaryExpressionContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.QualifiedNameContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.StarContext;

/**
 * Takes the legacy prefix {@code LIVE.} off names, or puts catalog and schema in its place where
 * the bare name would mean something else. Columns lose it only when they are qualified with a
 * relation that is read as {@code LIVE.x}: {@code live} may be an alias too.
 */
final class LiveNames {

    private final Positions positions;
    private final UnaryOperator<List<String>> tables;
    private final Set<String> relations = new HashSet<>();
    private final List<Qualifier> qualifiers = new ArrayList<>();
    private final List<Change> changes = new ArrayList<>();

    /**
     * @param tables how a table is to be written, given the parts behind LIVE
     */
    LiveNames(Positions positions, UnaryOperator<List<String>> tables) {
        this.positions = positions;
        this.tables = tables;
    }

    /** A column's prefix, in offsets of the parsed text, and the relation behind it. */
    private record Qualifier(int start, int end, String relation) {}

    private record Change(int start, int end, String replacement) {}

    /** A relation that is named {@code LIVE.x}. */
    void addRelation(ParserRuleContext name, List<String> parts) {
        relations.add(lower(parts.get(parts.size() - 1)));
        List<String> bare = parts.subList(1, parts.size());
        List<String> meant = tables.apply(bare);
        if (!meant.equals(bare)) {
            replace(name, meant);
        } else if (name instanceof IdentifierReferenceContext reference
                && reference.multipartIdentifier() != null) {
            addPrefix(reference.multipartIdentifier());
        } else if (name instanceof MultipartIdentifierContext parted && parted.parts.size() > 1) {
            addPrefix(parted);
        } else {
            replace(name, bare);
        }
    }

    /** Writes a computed name out. */
    void replace(ParserRuleContext name, List<String> parts) {
        int start = positions.start(name);
        changes.removeIf(change -> change.start == start);
        changes.add(new Change(start, positions.end(name), Quoted.name(parts)));
    }

    private void addPrefix(MultipartIdentifierContext name) {
        changes.add(
                new Change(
                        positions.start(name.parts.get(0)),
                        positions.start(name.parts.get(1)),
                        ""));
    }

    /** Notes {@code LIVE.x.c} and {@code LIVE.x.*}. */
    void visit(ParserRuleContext context) {
        if (context instanceof DereferenceContext outer
                && outer.base instanceof DereferenceContext inner
                && inner.base instanceof ColumnReferenceContext root
                && isLive(root)) {
            qualifiers.add(
                    new Qualifier(
                            positions.start(root),
                            positions.start(inner.fieldName),
                            Names.name(inner.fieldName)));
        }
        if (context instanceof StarContext star && star.qualifiedName() != null) {
            QualifiedNameContext name = star.qualifiedName();
            if (name.identifier().size() > 1
                    && name.identifier(0).getText().equalsIgnoreCase("LIVE")) {
                qualifiers.add(
                        new Qualifier(
                                positions.start(name),
                                positions.start(name.identifier(1)),
                                Names.name(name.identifier(1))));
            }
        }
    }

    private static boolean isLive(PrimaryExpressionContext root) {
        return root.getText().equalsIgnoreCase("LIVE");
    }

    void addEdits(TextEdits edits) {
        for (Change change : changes) {
            if (change.replacement.isEmpty()) {
                edits.delete(change.start, change.end);
            } else {
                edits.replace(change.start, change.end, change.replacement);
            }
        }
        for (Qualifier qualifier : qualifiers) {
            if (relations.contains(lower(qualifier.relation))) {
                edits.delete(qualifier.start, qualifier.end);
            }
        }
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
