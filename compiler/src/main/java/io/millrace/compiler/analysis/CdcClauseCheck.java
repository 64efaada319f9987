/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.AutoCdcFlow;
import io.millrace.compiler.ast.AutoCdcFromSnapshotFlow;
import io.millrace.compiler.ast.StoredAs;
import io.millrace.compiler.ast.StoredAsKind;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import java.util.Optional;

/** The clauses of an AUTO CDC flow that are missing, or that exclude each other. */
final class CdcClauseCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            FlowDeclaration declaration = flow.declaration();
            declaration.cdc().ifPresent(cdc -> checkCdc(declaration, cdc, diagnostics));
            declaration
                    .snapshotCdc()
                    .ifPresent(cdc -> checkSnapshot(declaration, cdc, diagnostics));
        }
    }

    static StoredAsKind storedAs(Optional<StoredAs> clause) {
        return clause.map(StoredAs::kind).orElse(StoredAsKind.SCD_TYPE_1);
    }

    static String words(StoredAsKind kind) {
        return switch (kind) {
            case SCD_TYPE_1 -> "SCD TYPE 1";
            case SCD_TYPE_2 -> "SCD TYPE 2";
            case BITEMPORAL -> "BITEMPORAL";
        };
    }

    private static void checkCdc(FlowDeclaration flow, AutoCdcFlow cdc, Diagnostics diagnostics) {
        StoredAsKind storedAs = storedAs(cdc.storedAs());
        if (cdc.keys().isEmpty()) {
            reportMissing(ErrorCode.MILLRACE_CDC_KEYS_MISSING, flow, "KEYS (column)", diagnostics);
        }
        if (cdc.sequenceBy().isEmpty()) {
            reportMissing(
                    ErrorCode.MILLRACE_CDC_SEQUENCE_MISSING,
                    flow,
                    "SEQUENCE BY column: the order of the events of one key",
                    diagnostics);
        }
        cdc.where()
                .ifPresent(
                        where ->
                                diagnostics.add(
                                        Diagnostic.of(
                                                        ErrorCode.MILLRACE_CDC_WHERE_REMOVED,
                                                        where.span())
                                                .withHint(
                                                        "filter the source: FROM (SELECT * FROM STREAM"
                                                                + " t WHERE ...)")));
        checkHistory(storedAs, cdc.trackHistory().map(clause -> clause.span()), diagnostics);
        if (storedAs != StoredAsKind.SCD_TYPE_1) {
            cdc.truncateWhen()
                    .ifPresent(
                            truncate ->
                                    conflict(
                                            truncate.span(),
                                            "APPLY AS TRUNCATE WHEN",
                                            words(storedAs),
                                            "history is never truncated: use SCD TYPE 1, or delete by"
                                                    + " APPLY AS DELETE WHEN",
                                            diagnostics));
        }
        cdc.columnsToUpdate()
                .ifPresent(
                        column -> {
                            if (storedAs == StoredAsKind.BITEMPORAL) {
                                conflict(
                                        column.span(),
                                        "COLUMNS TO UPDATE",
                                        words(storedAs),
                                        "leave COLUMNS TO UPDATE out",
                                        diagnostics);
                            }
                            if (cdc.ignoreNullUpdates().isPresent()) {
                                conflict(
                                        column.span(),
                                        "COLUMNS TO UPDATE",
                                        "IGNORE NULL UPDATES",
                                        "keep one of the two: both say which values an event"
                                                + " changes",
                                        diagnostics);
                            }
                        });
        checkSystemSequence(flow, cdc, storedAs, diagnostics);
    }

    private static void checkSystemSequence(
            FlowDeclaration flow, AutoCdcFlow cdc, StoredAsKind storedAs, Diagnostics diagnostics) {
        boolean bitemporal = storedAs == StoredAsKind.BITEMPORAL;
        if (!bitemporal) {
            cdc.systemSequenceBy()
                    .ifPresent(
                            system ->
                                    conflict(
                                            system.span(),
                                            "SYSTEM SEQUENCE BY",
                                            words(storedAs),
                                            "add STORED AS BITEMPORAL, or leave it out",
                                            diagnostics));
            return;
        }
        if (cdc.systemSequenceBy().isEmpty()) {
            SourceSpan span = cdc.storedAs().map(StoredAs::span).orElse(flow.target().span());
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_CDC_CLAUSE_CONFLICT,
                                    span,
                                    "BITEMPORAL",
                                    "SEQUENCE BY alone")
                            .withHint(
                                    "add SYSTEM SEQUENCE BY column: when the event became known"));
        }
    }

    private static void checkSnapshot(
            FlowDeclaration flow, AutoCdcFromSnapshotFlow cdc, Diagnostics diagnostics) {
        if (cdc.keys().isEmpty()) {
            reportMissing(ErrorCode.MILLRACE_CDC_KEYS_MISSING, flow, "KEYS (column)", diagnostics);
        }
        StoredAsKind storedAs = storedAs(cdc.storedAs());
        checkHistory(storedAs, cdc.trackHistory().map(clause -> clause.span()), diagnostics);
        if (storedAs == StoredAsKind.BITEMPORAL) {
            conflict(
                    cdc.storedAs().orElseThrow().span(),
                    "BITEMPORAL",
                    "FROM SNAPSHOT",
                    "a snapshot has one time: use SCD TYPE 1 or SCD TYPE 2",
                    diagnostics);
        }
    }

    private static void checkHistory(
            StoredAsKind storedAs, Optional<SourceSpan> trackHistory, Diagnostics diagnostics) {
        if (storedAs == StoredAsKind.SCD_TYPE_1) {
            trackHistory.ifPresent(
                    span ->
                            conflict(
                                    span,
                                    "TRACK HISTORY ON",
                                    words(storedAs),
                                    "add STORED AS SCD TYPE 2, or leave TRACK HISTORY out: type 1"
                                            + " keeps no history",
                                    diagnostics));
        }
    }

    private static void reportMissing(
            ErrorCode code, FlowDeclaration flow, String clause, Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(code, flow.target().span(), flow.target()).withHint("add " + clause));
    }

    private static void conflict(
            SourceSpan span, String clause, String other, String hint, Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(ErrorCode.MILLRACE_CDC_CLAUSE_CONFLICT, span, clause, other)
                        .withHint(hint));
    }
}
