/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.metric;

import io.millrace.compiler.query.ExpressionAnalysis.ColumnReference;
import io.millrace.compiler.token.SqlScanner;
import io.millrace.compiler.token.SqlToken;
import io.millrace.compiler.token.TextEdits;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What a name in an expression means. {@code source.x} is a column of the source, {@code join.x}
 * one of a joined table. A bare name is a field that is defined above, else a column of the source.
 */
final class MetricNames {

    private final List<MetricView.Join> joins;

    MetricNames(List<MetricView.Join> joins) {
        this.joins = joins;
    }

    /**
     * Puts what a reference means into its place.
     *
     * @param fields the expressions of the fields above, by their names in lower case
     */
    void replace(TextEdits edits, ColumnReference reference, Map<String, MetricText> fields) {
        List<String> parts = reference.parts();
        int start = reference.span().start();
        int[] starts = starts(reference);
        Optional<MetricText> field = Optional.ofNullable(fields.get(fold(parts.get(0))));
        if (parts.size() == 1 && field.isPresent()) {
            edits.replace(start, reference.span().end(), bracketed(field.get()));
            return;
        }
        if (parts.size() == 1 || starts.length != parts.size()) {
            Optional<Path> join = join(parts);
            if (join.isPresent()) {
                edits.replace(start, reference.span().end(), join.get().struct());
            } else {
                edits.insert(start, MetricDefinition.SOURCE_STRUCT + ".");
            }
            return;
        }
        if (parts.get(0).equalsIgnoreCase(MetricViewReader.SOURCE)) {
            edits.replace(start, start + starts[1], MetricDefinition.SOURCE_STRUCT + ".");
            return;
        }
        Optional<Path> join = join(parts);
        if (join.isPresent()) {
            boolean whole = join.get().parts() == parts.size();
            int end = whole ? reference.span().end() : start + starts[join.get().parts()];
            edits.replace(start, end, join.get().struct() + (whole ? "" : "."));
        } else if (field.isPresent()) {
            edits.replace(start, start + starts[1], bracketed(field.get()) + ".");
        } else {
            edits.insert(start, MetricDefinition.SOURCE_STRUCT + ".");
        }
    }

    static String bracketed(MetricText expression) {
        return "(" + expression.text() + ")";
    }

    /** The struct of a joined table, and how many parts of a name lead to it. */
    private record Path(String struct, int parts) {}

    private Optional<Path> join(List<String> parts) {
        StringBuilder struct = new StringBuilder();
        List<MetricView.Join> level = joins;
        int used = 0;
        while (used < parts.size()) {
            String part = parts.get(used);
            Optional<MetricView.Join> found =
                    level.stream()
                            .filter(join -> join.name().text().equalsIgnoreCase(part))
                            .findFirst();
            if (found.isEmpty()) {
                break;
            }
            struct.append(used == 0 ? "" : ".").append(MetricRelation.joinStruct(part));
            level = found.get().joins();
            used++;
        }
        return used == 0 ? Optional.empty() : Optional.of(new Path(struct.toString(), used));
    }

    /** Where the parts start in the text of a reference. */
    private static int[] starts(ColumnReference reference) {
        return SqlScanner.scan(reference.span().text()).stream()
                .filter(SqlToken::isName)
                .mapToInt(SqlToken::start)
                .toArray();
    }

    static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
