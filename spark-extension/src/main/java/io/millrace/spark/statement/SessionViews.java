/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.analysis.PipelineOutline;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.token.Quoted;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.TemporaryViews;
import io.millrace.spark.catalyst.statement.StatementSource.Arguments;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.sql.SparkSession;

/**
 * The temporary views of a session as parts of definitions. A definition outlives the session, so
 * the text of a view that it reads goes into it.
 *
 * <p>Views that Spark cannot hold, with expectations or over files that are read as a stream, are
 * kept here, for as long as the session lives.
 */
final class SessionViews {

    private static final Map<SparkSession, Map<String, Definition.Entry>> KEPT =
            Collections.synchronizedMap(new WeakHashMap<>());

    private SessionViews() {}

    /** Keeps a view that only statements of ours can read. */
    static void keep(SparkSession session, Definition.Entry view) {
        KEPT.computeIfAbsent(session, key -> new ConcurrentHashMap<>())
                .put(fold(view.dataset().last()), view);
    }

    /**
     * The views among these names, and those that they read.
     *
     * @param names full names; a view is found by the last part
     * @throws io.millrace.spark.catalyst.statement.StatementException for a view that has no text
     */
    static List<Definition.Entry> find(SparkSession session, List<DatasetName> names) {
        Map<String, TemporaryViews.View> views = TemporaryViews.of(session);
        Map<String, Definition.Entry> kept = KEPT.getOrDefault(session, Map.of());
        Map<String, Definition.Entry> found = new LinkedHashMap<>();
        List<DatasetName> open = new ArrayList<>(names);
        while (!open.isEmpty()) {
            String name = fold(open.remove(open.size() - 1).last());
            Optional<Definition.Entry> view =
                    Optional.ofNullable(kept.get(name))
                            .or(() -> Optional.ofNullable(views.get(name)).map(SessionViews::of));
            if (view.isPresent() && found.putIfAbsent(name, view.get()) == null) {
                open.addAll(reads(session, view.get()));
            }
        }
        return List.copyOf(found.values());
    }

    private static Definition.Entry of(TemporaryViews.View view) {
        String query =
                view.query()
                        .orElseThrow(
                                () ->
                                        Problems.invalid(
                                                RunErrorCode.MILLRACE_STATEMENT_NOT_POSSIBLE,
                                                "the temporary view `%s` was not made by SQL, so what reads it could not be refreshed by another session"
                                                        .formatted(view.name()),
                                                "create it with CREATE TEMPORARY VIEW, or write its rows into a table"));
        String prelude =
                view.namespace().size() == 2
                        ? new SessionText.Namespace(
                                        view.namespace().get(0), view.namespace().get(1))
                                .prelude()
                        : "";
        return new Definition.Entry(
                DatasetName.of(view.name()),
                Optional.of(DatasetKind.TEMPORARY_VIEW),
                Optional.empty(),
                prelude,
                "CREATE TEMPORARY VIEW %s AS %s".formatted(Quoted.name(view.name()), query));
    }

    private static List<DatasetName> reads(SparkSession session, Definition.Entry view) {
        return SessionText.read(session, view.text(), Arguments.NONE).items().stream()
                .map(PipelineOutline.Item::reads)
                .flatMap(List::stream)
                .toList();
    }

    /** The text of a statement as a source of its own. */
    static SourceFile source(Definition.Entry entry) {
        return SessionText.hidden(entry.prelude(), SourceFile.of(entry.title(), entry.text()));
    }

    private static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
