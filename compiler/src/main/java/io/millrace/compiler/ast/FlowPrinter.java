/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Prints a flow: with {@code INTO} and a target in CREATE FLOW, without them inside of a table. */
final class FlowPrinter implements FlowBodyVisitor<String> {

    private final Optional<String> target;

    /**
     * A printer of flows.
     *
     * @param target what to write behind {@code INTO}; empty for the flow of a table
     */
    FlowPrinter(Optional<String> target) {
        this.target = target;
    }

    private String into() {
        return target.map(name -> " INTO " + name).orElse("");
    }

    @Override
    public String visitInsertFlow(InsertFlow flow) {
        return "INSERT"
                + (flow.once().isPresent() ? " ONCE" : "")
                + into()
                + byName(flow.byName())
                + "\n"
                + flow.query().text();
    }

    @Override
    public String visitReplaceWhereFlow(ReplaceWhereFlow flow) {
        String insert = target.isPresent() ? "INSERT" + into() + " " : "";
        return insert
                + "REPLACE WHERE "
                + flow.condition().text()
                + byName(flow.byName())
                + "\n"
                + flow.query().text();
    }

    @Override
    public String visitReplaceUsingFlow(ReplaceUsingFlow flow) {
        String insert = target.isPresent() ? "INSERT" + into() + " " : "";
        return insert
                + "REPLACE USING "
                + SqlQuoting.names(flow.keys())
                + " SEQUENCE BY "
                + SqlQuoting.name(flow.sequence())
                + byName(flow.byName())
                + "\n"
                + flow.query().text();
    }

    private static String byName(boolean byName) {
        return byName ? " BY NAME" : "";
    }

    @Override
    public String visitAutoCdcFlow(AutoCdcFlow flow) {
        List<String> lines = new ArrayList<>();
        lines.add(
                (flow.legacy() ? "APPLY CHANGES" : "AUTO CDC")
                        + (flow.once().isPresent() ? " ONCE" : "")
                        + into());
        lines.add("FROM " + flow.source().text());
        addKeys(lines, flow.keys());
        add(lines, "WHERE ", flow.where());
        flow.ignoreNullUpdates()
                .ifPresent(
                        ignore ->
                                lines.add(
                                        "IGNORE NULL UPDATES"
                                                + ignore.columns()
                                                        .map(columns -> " ON " + print(columns))
                                                        .orElse("")));
        add(lines, "APPLY AS DELETE WHEN ", flow.deleteWhen());
        add(lines, "APPLY AS TRUNCATE WHEN ", flow.truncateWhen());
        add(lines, "SEQUENCE BY ", flow.sequenceBy());
        add(lines, "SYSTEM SEQUENCE BY ", flow.systemSequenceBy());
        flow.columns().ifPresent(columns -> lines.add("COLUMNS " + print(columns)));
        addHistory(lines, flow.storedAs(), flow.trackHistory());
        flow.columnsToUpdate()
                .ifPresent(column -> lines.add("COLUMNS TO UPDATE " + SqlQuoting.name(column)));
        return String.join("\n", lines);
    }

    @Override
    public String visitAutoCdcFromSnapshotFlow(AutoCdcFromSnapshotFlow flow) {
        List<String> lines = new ArrayList<>();
        boolean query = BracketedQuery.is(flow.source().text());
        lines.add(
                (query ? "AUTO CDC" : "AUTO CDC FROM SNAPSHOT")
                        + (flow.once().isPresent() ? " ONCE" : "")
                        + into());
        lines.add((query ? "FROM SNAPSHOT " : "FROM ") + flow.source().text());
        add(lines, "WITH VERSION ", flow.versionQuery());
        addKeys(lines, flow.keys());
        add(lines, "SNAPSHOT VERSION ", flow.snapshotVersion());
        addHistory(lines, flow.storedAs(), flow.trackHistory());
        return String.join("\n", lines);
    }

    private static void add(List<String> lines, String words, Optional<SqlFragment> fragment) {
        fragment.ifPresent(text -> lines.add(words + text.text()));
    }

    private static void addKeys(List<String> lines, List<Identifier> keys) {
        if (!keys.isEmpty()) {
            lines.add("KEYS " + SqlQuoting.names(keys));
        }
    }

    private static void addHistory(
            List<String> lines, Optional<StoredAs> storedAs, Optional<ColumnSelection> history) {
        storedAs.ifPresent(
                stored ->
                        lines.add(
                                "STORED AS "
                                        + switch (stored.kind()) {
                                            case SCD_TYPE_1 -> "SCD TYPE 1";
                                            case SCD_TYPE_2 -> "SCD TYPE 2";
                                            case BITEMPORAL -> "BITEMPORAL";
                                        }));
        history.ifPresent(columns -> lines.add("TRACK HISTORY ON " + print(columns)));
    }

    private static String print(ColumnSelection columns) {
        return switch (columns.kind()) {
            case ALL -> "*";
            case ALL_EXCEPT -> "* EXCEPT " + SqlQuoting.names(columns.columns());
            case LIST -> SqlQuoting.names(columns.columns());
        };
    }
}
