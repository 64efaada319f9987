/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.metric;

import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.Quoted;
import io.millrace.compiler.token.SqlScanner;
import io.millrace.compiler.token.SqlToken;
import java.util.List;
import java.util.Locale;

/**
 * The query over the source and the joined tables: a struct for the source, one for each join, and
 * those of joins of a join inside of its struct.
 */
final class MetricRelation {

    private static final String SOURCE_NAME = Quoted.name(MetricViewReader.SOURCE);

    private MetricRelation() {}

    /** The struct with the columns of a joined table. */
    static String joinStruct(String join) {
        return Quoted.name(MetricDefinition.JOIN_STRUCT + join.toLowerCase(Locale.ROOT));
    }

    static SourceSpan of(MetricView view) {
        MetricText source = view.source();
        JoinedText text = new JoinedText(source.file(), source.positions().toOriginal(0));
        text.add("SELECT struct(" + SOURCE_NAME + ".*) AS " + MetricDefinition.SOURCE_STRUCT);
        from(text, SOURCE_NAME, source, view.joins());
        return text.span();
    }

    /** The structs of the joins, and what is joined. */
    private static void from(
            JoinedText text, String name, MetricText source, List<MetricView.Join> joins) {
        for (MetricView.Join join : joins) {
            text.add(
                    ", struct(%s.*) AS %s"
                            .formatted(
                                    Quoted.name(join.name().text()),
                                    joinStruct(join.name().text())));
        }
        text.add(" FROM ");
        table(text, source);
        text.add(" AS " + name);
        joins.forEach(join -> join(text, name, join));
    }

    private static void join(JoinedText text, String parent, MetricView.Join join) {
        String name = Quoted.name(join.name().text());
        text.add(" LEFT JOIN ");
        if (join.joins().isEmpty()) {
            table(text, join.source());
        } else {
            text.add("(SELECT " + name + ".*");
            from(text, name, join.source(), join.joins());
            text.add(")");
        }
        text.add(" AS " + name + " ON ");
        if (join.on().isPresent()) {
            text.add("(").add(join.on().get()).add("\n)");
            return;
        }
        String separator = "";
        for (MetricText column : join.using()) {
            text.add(separator + parent + ".").add(column).add(" = " + name + ".").add(column);
            separator = " AND ";
        }
    }

    /** The line break ends a comment at the end of the query. */
    private static void table(JoinedText text, MetricText source) {
        if (isName(source)) {
            text.add(source);
        } else {
            text.add("(").add(source).add("\n)");
        }
    }

    /** Whether a source is a table's name and not a query. */
    static boolean isName(MetricText source) {
        List<SqlToken> tokens = SqlScanner.scan(source.text());
        for (int i = 0; i < tokens.size(); i++) {
            boolean fits = i % 2 == 0 ? tokens.get(i).isName() : tokens.get(i).isSymbol(".");
            if (!fits) {
                return false;
            }
        }
        return tokens.size() % 2 == 1;
    }
}
