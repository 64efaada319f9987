/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.state;

import io.millrace.compiler.graph.AutoCdc;
import io.millrace.compiler.graph.Columns;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.Replace;
import io.millrace.compiler.graph.SqlText;
import io.millrace.compiler.token.SqlScanner;
import io.millrace.spark.catalyst.Digests;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;

/** Tells whether two flows do the same. */
public final class FlowDigest {

    private static final int LENGTH = 32;

    private FlowDigest() {}

    /** Equal for flows of equal query, in equal scope, with equal clauses. */
    public static String of(Flow flow) {
        StringJoiner text = new StringJoiner("\n");
        text.add(flow.query().catalog() + "." + flow.query().schema());
        text.add(SqlScanner.normalized(flow.query().sql().text()));
        flow.autoCdc().ifPresent(cdc -> add(text, cdc));
        flow.replace().ifPresent(replace -> add(text, replace));
        return Digests.sha256(text.toString()).substring(0, LENGTH);
    }

    /**
     * Not the record's own text: its condition says where it stands. That of REPLACE USING, which
     * has none, is what states of older versions hold.
     */
    private static void add(StringJoiner text, Replace replace) {
        String where =
                replace.where()
                        .map(sql -> "[" + SqlScanner.normalized(sql.text()) + "]")
                        .orElse("");
        text.add(
                "Replace[where=Optional%s, keys=%s, sequence=%s]"
                        .formatted(
                                where.isEmpty() ? ".empty" : where,
                                replace.keys(),
                                replace.sequence()));
    }

    private static void add(StringJoiner text, AutoCdc cdc) {
        text.add("keys " + cdc.keys());
        add(text, "sequence", cdc.sequenceBy());
        add(text, "system sequence", cdc.systemSequenceBy());
        add(text, "delete", cdc.deleteWhen());
        add(text, "truncate", cdc.truncateWhen());
        add(text, "snapshot version", cdc.snapshotVersion());
        text.add("ignore null " + cdc.ignoreNullUpdates().map(FlowDigest::columns).orElse(""));
        text.add("columns " + columns(cdc.columns()));
        text.add("stored as " + cdc.scdType());
        text.add("history " + cdc.trackHistory().map(FlowDigest::columns).orElse(""));
        text.add("columns to update " + cdc.columnsToUpdate().orElse(""));
    }

    private static void add(StringJoiner text, String clause, Optional<SqlText> sql) {
        sql.ifPresent(value -> text.add(clause + " " + SqlScanner.normalized(value.text())));
    }

    private static String columns(Columns columns) {
        List<String> names = columns.names();
        return columns.kind() + " " + names;
    }
}
