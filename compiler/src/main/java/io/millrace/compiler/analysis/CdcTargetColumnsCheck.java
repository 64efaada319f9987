/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.AutoCdcFlow;
import io.millrace.compiler.ast.ColumnDefinition;
import io.millrace.compiler.ast.Identifier;
import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.ast.StoredAsKind;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import java.util.List;
import java.util.Optional;

/**
 * A target that keeps history has the columns for it when it lists its columns, with one type: that
 * of the sequence. The source has no columns of these names.
 */
final class CdcTargetColumnsCheck implements Check {

    private static final List<String> HISTORY = List.of("__START_AT", "__END_AT");
    private static final List<String> SYSTEM = List.of("__SYSTEM_START_AT", "__SYSTEM_END_AT");

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            if (!flow.declaration().isCdc()) {
                continue;
            }
            StoredAsKind storedAs = storedAs(flow.declaration());
            flow.targetDataset()
                    .ifPresent(target -> checkTarget(flow, target, storedAs, diagnostics));
            if (storedAs != StoredAsKind.SCD_TYPE_1) {
                checkSource(flow, pipeline, diagnostics);
            }
        }
    }

    private static StoredAsKind storedAs(FlowDeclaration flow) {
        return flow.cdc()
                .map(cdc -> CdcClauseCheck.storedAs(cdc.storedAs()))
                .orElseGet(
                        () -> CdcClauseCheck.storedAs(flow.snapshotCdc().orElseThrow().storedAs()));
    }

    private static void checkTarget(
            ResolvedFlow flow,
            DatasetDeclaration target,
            StoredAsKind storedAs,
            Diagnostics diagnostics) {
        DeclaredColumns columns = DeclaredColumns.of(target);
        if (!columns.areKnown()) {
            return;
        }
        List<Identifier> keys =
                flow.declaration()
                        .cdc()
                        .map(AutoCdcFlow::keys)
                        .orElseGet(() -> flow.declaration().snapshotCdc().orElseThrow().keys());
        for (Identifier key : keys) {
            if (!columns.takes(key.value())) {
                diagnostics.add(
                        columns.suggest(
                                        Diagnostic.of(
                                                ErrorCode.MILLRACE_COLUMN_NOT_DECLARED,
                                                key.span(),
                                                "key",
                                                key.value(),
                                                target.written()),
                                        key.value())
                                .withRelated(target.nameSpan(), "its columns are listed here"));
            }
        }
        if (storedAs == StoredAsKind.SCD_TYPE_1) {
            return;
        }
        List<String> needed =
                storedAs == StoredAsKind.BITEMPORAL
                        ? List.of(HISTORY.get(0), HISTORY.get(1), SYSTEM.get(0), SYSTEM.get(1))
                        : HISTORY;
        List<String> missing = needed.stream().filter(name -> !columns.takes(name)).toList();
        if (!missing.isEmpty()) {
            reportMissing(flow, target, missing, diagnostics);
            return;
        }
        checkTypes(flow, target, HISTORY, sequence(flow), diagnostics);
    }

    private static Optional<SqlFragment> sequence(ResolvedFlow flow) {
        return flow.declaration().cdc().flatMap(AutoCdcFlow::sequenceBy);
    }

    /** The type of the sequence where its column is declared. */
    private static Optional<String> sequenceType(
            ResolvedFlow flow, Optional<SqlFragment> sequence) {
        return sequence.flatMap(PlacementColumnsCheck::columnName)
                .flatMap(name -> SourceColumns.column(flow, name))
                .flatMap(ColumnDefinition::type)
                .map(type -> type.text().strip());
    }

    private static void reportMissing(
            ResolvedFlow flow,
            DatasetDeclaration target,
            List<String> missing,
            Diagnostics diagnostics) {
        String type =
                sequenceType(flow, sequence(flow))
                        .orElse(
                                sequence(flow)
                                        .map(by -> "the type of " + by.text().strip())
                                        .orElse("the type of the snapshot's version"));
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_CDC_TARGET_COLUMNS_MISSING,
                                target.specification().orElseThrow().span(),
                                target.written(),
                                Words.list(missing))
                        .withHint("add " + Words.list(missing) + " with " + asType(type))
                        .withRelated(flow.declaration().nameSpan(), "the flow that keeps history"));
    }

    private static String asType(String type) {
        return type.startsWith("the type") ? type : "type " + type;
    }

    private static void checkTypes(
            ResolvedFlow flow,
            DatasetDeclaration target,
            List<String> names,
            Optional<SqlFragment> sequence,
            Diagnostics diagnostics) {
        Optional<String> expected = sequenceType(flow, sequence);
        if (expected.isEmpty()) {
            return;
        }
        for (ColumnDefinition column : target.columns()) {
            boolean history = names.stream().anyMatch(column.name().value()::equalsIgnoreCase);
            Optional<SqlFragment> type = column.type();
            if (history
                    && type.isPresent()
                    && !type.get().text().strip().equalsIgnoreCase(expected.get())) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_CDC_HISTORY_TYPE,
                                        type.get().span(),
                                        column.name().value(),
                                        type.get().text().strip(),
                                        expected.get())
                                .withHint("declare it as " + expected.get())
                                .withRelated(sequence.orElseThrow().span(), "the sequence"));
            }
        }
    }

    private static void checkSource(
            ResolvedFlow flow, PipelineModel pipeline, Diagnostics diagnostics) {
        DeclaredColumns source = SourceColumns.of(flow, pipeline);
        for (String name : HISTORY) {
            boolean taken =
                    source.takes(name)
                            && CdcColumnsCheck.selects(
                                    flow.declaration().cdc().flatMap(AutoCdcFlow::columns), name);
            if (taken) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_CDC_RESERVED_COLUMN,
                                        flow.declaration().query().span(),
                                        SourceColumns.describe(flow),
                                        name,
                                        flow.declaration().target())
                                .withHint(
                                        "leave it out with COLUMNS * EXCEPT ("
                                                + name
                                                + "), or give it another name in the source"));
            }
        }
    }
}
