/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.analysis.PipelineOutline.Item;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.statement.SessionStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * A text that defines datasets and flows: keeps what it says, and runs it to the end of the input.
 */
final class DefinitionStatement implements SessionStatement {

    private static final String UNCHANGED = "EXISTS";
    private static final String WAITING = "DEFINED";

    private final SessionText text;

    DefinitionStatement(SessionText text) {
        this.text = requireNonNull(text, "text");
    }

    @Override
    public String name() {
        return "Define" + (text.statements().size() > 1 ? "Pipeline" : "Dataset");
    }

    @Override
    public StructType schema() {
        return UpdateRows.SCHEMA;
    }

    @Override
    public List<Row> run(SparkSession session) {
        SessionHome home = SessionHome.open(session);
        List<Item> items = new ArrayList<>(text.items());
        List<Row> rows = new ArrayList<>();
        List<SourceSpan> unchanged = new ArrayList<>();
        for (Item item : List.copyOf(items)) {
            if (item.ifNotExists() && home.unitOf(item.dataset()).isPresent()) {
                items.remove(item);
                unchanged.add(item.statement().span());
                rows.add(row(item, UNCHANGED));
            }
        }
        if (!items.isEmpty() && items.stream().allMatch(Item::isView)) {
            rows.addAll(keepViews(session, items));
            return rows;
        }
        if (items.isEmpty() && !unchanged.isEmpty()) {
            return rows;
        }
        if (items.isEmpty()) {
            throw Problems.invalid(
                    RunErrorCode.MILLRACE_STATEMENT_NOT_POSSIBLE,
                    "the text defines nothing",
                    "give statements that are no definitions to Spark one at a time");
        }
        for (DefinitionGroups.Group group : DefinitionGroups.of(home, items)) {
            Prepared prepared = prepare(session, home, group, unchanged);
            rows.addAll(prepared.rows());
            prepared.update()
                    .ifPresentOrElse(
                            update -> rows.addAll(update.rows(session, prepared.notes())),
                            () -> home.save(prepared.definition()));
        }
        return rows;
    }

    /**
     * One unit, ready to run.
     *
     * @param rows about what only waits
     * @param update empty when all of it waits
     */
    record Prepared(
            Definition definition,
            List<Row> rows,
            List<String> notes,
            Optional<UpdateRun> update) {}

    /** The first unit of the text as it would be run. */
    Prepared prepare(SparkSession session) {
        SessionHome home = SessionHome.open(session);
        return prepare(session, home, DefinitionGroups.of(home, text.items()).get(0), List.of());
    }

    private static Row row(Item item, String status) {
        return UpdateRows.only(
                item.dataset().last(),
                item.kind().map(DatasetKind::name).orElse(null),
                status,
                List.of());
    }

    private static List<Row> keepViews(SparkSession session, List<Item> items) {
        List<Row> rows = new ArrayList<>();
        for (Item item : items) {
            if (!item.kind().equals(Optional.of(DatasetKind.TEMPORARY_VIEW))) {
                throw Problems.invalid(
                        RunErrorCode.MILLRACE_STATEMENT_NOT_POSSIBLE,
                        "the view `%s` has clauses that the catalog cannot keep"
                                .formatted(item.dataset().last()),
                        "write CREATE TEMPORARY VIEW, or give the view in one text with the tables that read it");
            }
            SessionViews.keep(session, entry(item));
            rows.add(
                    UpdateRows.only(
                            item.dataset().last(),
                            DatasetKind.TEMPORARY_VIEW.name(),
                            WAITING,
                            List.of(
                                    "for definitions of this session; queries do not see the view")));
        }
        return rows;
    }

    private Prepared prepare(
            SparkSession session,
            SessionHome home,
            DefinitionGroups.Group group,
            List<SourceSpan> unchanged) {
        Definition before =
                home.definition(group.unit())
                        .orElseGet(() -> new Definition(group.unit(), nameOf(group), List.of()));
        List<Definition.Entry> own =
                group.items().stream().map(DefinitionStatement::entry).toList();
        List<Definition.Entry> views = SessionViews.find(session, openReads(group));
        List<Definition.Entry> all = new ArrayList<>(views);
        all.addAll(own);
        Definition after = before.with(all);
        List<SourceFile> sources = new ArrayList<>();
        after.entries().stream()
                .filter(entry -> !own.contains(entry))
                .map(SessionViews::source)
                .forEach(sources::add);
        SourceFile mine = text.without(others(group, unchanged));
        sources.add(mine);
        Unit unit =
                Unit.of(
                        after,
                        text.namespace(),
                        sources,
                        (file, spans) -> rest(file, mine, spans, others(group, unchanged)));
        List<Row> rows = waiting(group, unit);
        List<String> touched = touched(group, unit);
        List<String> notes = new ArrayList<>(unit.notes());
        text.warnings().forEach(warning -> notes.add(warning.message()));
        if (touched.isEmpty()) {
            return new Prepared(after, rows, notes, Optional.empty());
        }
        UpdateRun update =
                new UpdateRun(
                        Unit.described(unit.graph().orElseThrow(), after),
                        unit.sources(),
                        home.location(group.unit()),
                        Requests.define(
                                session,
                                unit,
                                before,
                                home.location(group.unit()).storage(),
                                touched),
                        () -> home.save(after));
        return new Prepared(after, rows, notes, Optional.of(update));
    }

    private static String nameOf(DefinitionGroups.Group group) {
        return group.items().get(0).dataset().toString();
    }

    /** What is read and not defined in the group itself. */
    private static List<DatasetName> openReads(DefinitionGroups.Group group) {
        return group.items().stream()
                .flatMap(item -> item.reads().stream())
                .filter(
                        read ->
                                group.items().stream()
                                        .noneMatch(
                                                item ->
                                                        item.kind().isPresent()
                                                                && item.dataset()
                                                                        .key()
                                                                        .equals(read.key())))
                .toList();
    }

    private static Definition.Entry entry(Item item) {
        StringBuilder prelude =
                new StringBuilder(
                        new SessionText.Namespace(item.catalog(), item.schema()).prelude());
        item.settings()
                .forEach(
                        (key, value) ->
                                prelude.append("SET ")
                                        .append(key)
                                        .append(" = ")
                                        .append(value)
                                        .append("; "));
        return new Definition.Entry(
                item.dataset(),
                item.kind(),
                item.flow(),
                prelude.toString(),
                item.statement().span().text());
    }

    /** The definitions that belong elsewhere. */
    private List<SourceSpan> others(DefinitionGroups.Group group, List<SourceSpan> unchanged) {
        List<SourceSpan> spans = new ArrayList<>(unchanged);
        for (Item item : text.items()) {
            boolean inside =
                    group.items().stream()
                            .anyMatch(
                                    own -> own.statement().span().equals(item.statement().span()));
            if (!inside && !spans.contains(item.statement().span())) {
                spans.add(item.statement().span());
            }
        }
        return spans;
    }

    /** A file without the statements in which something waits; the kept ones go as a whole. */
    private Optional<SourceFile> rest(
            SourceFile file, SourceFile mine, List<SourceSpan> waiting, List<SourceSpan> others) {
        if (file != mine) {
            return Optional.empty();
        }
        List<SourceSpan> all = new ArrayList<>(others);
        for (Statement statement : text.statements()) {
            if (waiting.stream().anyMatch(span -> contains(statement.span(), span))) {
                all.add(statement.span());
            }
        }
        return Optional.of(text.without(all));
    }

    private static boolean contains(SourceSpan statement, SourceSpan inner) {
        return statement.start() <= inner.start() && inner.end() <= statement.end();
    }

    private List<Row> waiting(DefinitionGroups.Group group, Unit unit) {
        List<Row> rows = new ArrayList<>();
        for (Item item : group.items()) {
            boolean waits =
                    unit.waiting().stream()
                            .anyMatch(
                                    span ->
                                            span.file().name().equals(text.file().name())
                                                    && contains(item.statement().span(), span));
            if (waits) {
                rows.add(
                        UpdateRows.only(
                                item.dataset().last(),
                                item.kind().map(DatasetKind::name).orElse(null),
                                WAITING,
                                List.of("waits for its first flow")));
            }
        }
        return rows;
    }

    /** The datasets of the text that an update can refresh, by their full names. */
    private static List<String> touched(DefinitionGroups.Group group, Unit unit) {
        return group.items().stream()
                .filter(item -> !item.isView())
                .map(Item::dataset)
                .filter(name -> unit.graph().flatMap(graph -> graph.dataset(name)).isPresent())
                .filter(name -> unit.graph().flatMap(g -> g.quarantineOwner(name)).isEmpty())
                .map(name -> String.join(".", name.parts()))
                .distinct()
                .toList();
    }
}
