/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.AutoCdcFlow;
import io.millrace.compiler.ast.AutoCdcFromSnapshotFlow;
import io.millrace.compiler.ast.ColumnSelection;
import io.millrace.compiler.ast.ColumnSelectionKind;
import io.millrace.compiler.ast.Identifier;
import io.millrace.compiler.ast.IgnoreNullUpdates;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.token.Quoted;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The column lists of an AUTO CDC flow: keys are there once and go into the target, lists name no
 * column twice, and name columns that exist as far as that is known.
 */
final class CdcColumnsCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            flow.declaration().cdc().ifPresent(cdc -> checkCdc(flow, cdc, pipeline, diagnostics));
            flow.declaration()
                    .snapshotCdc()
                    .ifPresent(cdc -> checkSnapshot(flow, cdc, pipeline, diagnostics));
        }
    }

    /** Whether a selection takes a column. */
    static boolean selects(Optional<ColumnSelection> selection, String column) {
        if (selection.isEmpty()) {
            return true;
        }
        boolean named =
                selection.get().columns().stream()
                        .anyMatch(name -> name.value().equalsIgnoreCase(column));
        return switch (selection.get().kind()) {
            case ALL -> true;
            case ALL_EXCEPT -> !named;
            case LIST -> named;
        };
    }

    private static void checkCdc(
            ResolvedFlow flow, AutoCdcFlow cdc, PipelineModel pipeline, Diagnostics diagnostics) {
        DeclaredColumns source = SourceColumns.of(flow, pipeline);
        checkNames(flow, cdc.keys(), source, diagnostics);
        for (Identifier key : cdc.keys()) {
            if (!selects(cdc.columns(), key.value())) {
                reportExcluded(flow, key, cdc.columns().orElseThrow(), diagnostics);
            }
        }
        cdc.columns().ifPresent(list -> checkNames(flow, list.columns(), source, diagnostics));
        cdc.trackHistory()
                .ifPresent(list -> checkTracked(flow, list, cdc.columns(), source, diagnostics));
        cdc.ignoreNullUpdates()
                .flatMap(IgnoreNullUpdates::columns)
                .ifPresent(
                        list -> {
                            checkNames(flow, list.columns(), source, diagnostics);
                            checkIgnoredKeys(list, cdc.keys(), diagnostics);
                        });
        cdc.columnsToUpdate()
                .ifPresent(column -> checkNames(flow, List.of(column), source, diagnostics));
    }

    private static void checkSnapshot(
            ResolvedFlow flow,
            AutoCdcFromSnapshotFlow cdc,
            PipelineModel pipeline,
            Diagnostics diagnostics) {
        DeclaredColumns source = SourceColumns.of(flow, pipeline);
        checkNames(flow, cdc.keys(), source, diagnostics);
        cdc.trackHistory().ifPresent(list -> checkNames(flow, list.columns(), source, diagnostics));
    }

    private static void checkTracked(
            ResolvedFlow flow,
            ColumnSelection tracked,
            Optional<ColumnSelection> columns,
            DeclaredColumns source,
            Diagnostics diagnostics) {
        checkNames(flow, tracked.columns(), source, diagnostics);
        for (Identifier column : tracked.columns()) {
            boolean known = !source.areKnown() || source.contains(column.value());
            if (known && !selects(columns, column.value())) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_CDC_UNKNOWN_COLUMN,
                                        column.span(),
                                        column.value(),
                                        flow.declaration().target())
                                .withHint("COLUMNS leaves it out")
                                .withRelated(columns.orElseThrow().span(), "the columns"));
            }
        }
    }

    private static void checkNames(
            ResolvedFlow flow,
            List<Identifier> names,
            DeclaredColumns source,
            Diagnostics diagnostics) {
        Set<String> seen = new HashSet<>();
        for (Identifier name : names) {
            if (!seen.add(Names.fold(name.value()))) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_DUPLICATE_COLUMN,
                                        name.span(),
                                        name.value(),
                                        flow.name())
                                .withHint("name it once"));
            } else if (source.areKnown() && !source.contains(name.value())) {
                diagnostics.add(
                        source.suggest(
                                Diagnostic.of(
                                        ErrorCode.MILLRACE_CDC_UNKNOWN_COLUMN,
                                        name.span(),
                                        name.value(),
                                        SourceColumns.describe(flow)),
                                name.value()));
            }
        }
    }

    private static void reportExcluded(
            ResolvedFlow flow, Identifier key, ColumnSelection columns, Diagnostics diagnostics) {
        boolean except = columns.kind() == ColumnSelectionKind.ALL_EXCEPT;
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_CDC_KEY_EXCLUDED,
                                key.span(),
                                key.value(),
                                flow.declaration().target())
                        .withHint(
                                except
                                        ? "take "
                                                + Quoted.name(key.value())
                                                + " out of COLUMNS * EXCEPT"
                                        : "add " + Quoted.name(key.value()) + " to COLUMNS")
                        .withRelated(columns.span(), "the columns"));
    }

    private static void checkIgnoredKeys(
            ColumnSelection list, List<Identifier> keys, Diagnostics diagnostics) {
        if (list.kind() != ColumnSelectionKind.LIST) {
            return;
        }
        for (Identifier column : list.columns()) {
            boolean key =
                    keys.stream().anyMatch(name -> name.value().equalsIgnoreCase(column.value()));
            if (key) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_CDC_CLAUSE_CONFLICT,
                                        column.span(),
                                        "key `" + column.value() + "`",
                                        "IGNORE NULL UPDATES")
                                .withHint("take it out of the list: a key is never NULL"));
            }
        }
    }
}
