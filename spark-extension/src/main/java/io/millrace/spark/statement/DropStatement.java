/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.ast.DatasetWord;
import io.millrace.compiler.ast.DropDataset;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.statement.SessionStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** {@code DROP}: forgets a definition, and with a dataset its table, checkpoints and state. */
final class DropStatement implements SessionStatement {

    private final DropDataset drop;
    private final SessionText.Namespace namespace;

    DropStatement(DropDataset drop, SessionText.Namespace namespace) {
        this.drop = requireNonNull(drop, "drop");
        this.namespace = requireNonNull(namespace, "namespace");
    }

    @Override
    public String name() {
        return "DropDataset";
    }

    @Override
    public StructType schema() {
        return ChangeRow.SCHEMA;
    }

    @Override
    public List<Row> run(SparkSession session) {
        SessionHome home = SessionHome.open(session);
        return drop.word() == DatasetWord.FLOW
                ? dropFlow(session, home)
                : dropDataset(session, home);
    }

    private List<Row> dropDataset(SparkSession session, SessionHome home) {
        DatasetLookup lookup = new DatasetLookup(home, namespace);
        Optional<DatasetName> found = lookup.find(drop.name().parts());
        if (found.isEmpty() && drop.ifExists()) {
            return List.of();
        }
        DatasetName dataset = lookup.get(drop.name().parts());
        Definition definition = lookup.definition(dataset);
        Definition.Entry entry = DatasetLookup.entry(definition, dataset);
        DatasetKind kind = entry.kind().orElseThrow();
        checkWord(kind, dataset);
        new Removal(session, home, namespace, definition).dataset(entry);
        return ChangeRow.of(dataset.last(), kind.name(), "DROPPED");
    }

    private void checkWord(DatasetKind kind, DatasetName dataset) {
        boolean right =
                switch (drop.word()) {
                    case MATERIALIZED_VIEW -> kind == DatasetKind.MATERIALIZED_VIEW;
                    case SINK -> kind == DatasetKind.SINK;
                    case STREAMING_TABLE -> kind == DatasetKind.STREAMING_TABLE;
                    case TABLE -> kind != DatasetKind.MATERIALIZED_VIEW && kind != DatasetKind.SINK;
                    case VIEW, FLOW, NONE -> false;
                };
        if (!right) {
            String is = kind.name().replace('_', ' ');
            throw Problems.invalid(
                    RunErrorCode.MILLRACE_STATEMENT_NOT_POSSIBLE,
                    "`%s` is a %s".formatted(dataset.last(), is.toLowerCase(java.util.Locale.ROOT)),
                    "write DROP %s %s".formatted(is, dataset.last()));
        }
    }

    private List<Row> dropFlow(SparkSession session, SessionHome home) {
        List<String> parts = drop.name().parts();
        String flow = parts.get(parts.size() - 1);
        List<Definition> holders = new ArrayList<>();
        List<Definition.Entry> entries = new ArrayList<>();
        FlowNames names = new FlowNames(home, namespace);
        for (FlowNames.Found found : names.find(parts)) {
            holders.add(found.definition());
            entries.add(found.entry());
        }
        if (entries.isEmpty() && drop.ifExists()) {
            return List.of();
        }
        if (entries.isEmpty()) {
            throw DatasetLookup.unknown("flow", String.join(".", parts));
        }
        if (entries.size() > 1) {
            throw Problems.invalid(
                    RunErrorCode.MILLRACE_STATEMENT_NOT_POSSIBLE,
                    "several flows are called `%s`".formatted(flow),
                    "write DROP FLOW %s.%s".formatted(entries.get(0).dataset(), flow));
        }
        new Removal(session, home, namespace, holders.get(0)).flow(entries.get(0));
        return ChangeRow.of(flow, "FLOW", "DROPPED");
    }
}
