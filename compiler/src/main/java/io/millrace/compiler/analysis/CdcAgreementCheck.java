/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.AutoCdcFlow;
import io.millrace.compiler.ast.ColumnSelection;
import io.millrace.compiler.ast.Identifier;
import io.millrace.compiler.ast.IgnoreNullUpdates;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The AUTO CDC flows of one target agree on its keys and on how it keeps history. */
final class CdcAgreementCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        Map<String, ResolvedFlow> first = new HashMap<>();
        for (ResolvedFlow flow : pipeline.flows()) {
            if (flow.declaration().cdc().isEmpty()) {
                continue;
            }
            ResolvedFlow other = first.putIfAbsent(flow.target().key(), flow);
            if (other != null) {
                compare(flow, other, diagnostics);
            }
        }
    }

    private static void compare(ResolvedFlow flow, ResolvedFlow first, Diagnostics diagnostics) {
        AutoCdcFlow here = flow.declaration().cdc().orElseThrow();
        AutoCdcFlow there = first.declaration().cdc().orElseThrow();
        compare(flow, first, "KEYS", keys(here), keys(there), keySpan(flow, here), diagnostics);
        compare(
                flow,
                first,
                "STORED AS",
                CdcClauseCheck.words(CdcClauseCheck.storedAs(here.storedAs())),
                CdcClauseCheck.words(CdcClauseCheck.storedAs(there.storedAs())),
                here.storedAs().map(clause -> clause.span()).orElse(flow.declaration().nameSpan()),
                diagnostics);
        // Two lists of columns can mean the same; that is known when the sources' columns are.
        if (here.ignoreNullUpdates().isPresent() != there.ignoreNullUpdates().isPresent()) {
            compare(
                    flow,
                    first,
                    "IGNORE NULL UPDATES",
                    ignored(here.ignoreNullUpdates()),
                    ignored(there.ignoreNullUpdates()),
                    here.ignoreNullUpdates()
                            .map(IgnoreNullUpdates::span)
                            .orElse(flow.declaration().nameSpan()),
                    diagnostics);
        }
        compare(
                flow,
                first,
                "TRACK HISTORY ON",
                selection(here.trackHistory()),
                selection(there.trackHistory()),
                here.trackHistory()
                        .map(ColumnSelection::span)
                        .orElse(flow.declaration().nameSpan()),
                diagnostics);
    }

    private static void compare(
            ResolvedFlow flow,
            ResolvedFlow first,
            String clause,
            String here,
            String there,
            SourceSpan span,
            Diagnostics diagnostics) {
        if (Names.fold(here).equals(Names.fold(there))) {
            return;
        }
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_CDC_FLOWS_DISAGREE,
                                span,
                                flow.name(),
                                first.name(),
                                flow.declaration().target(),
                                clause,
                                here,
                                there)
                        .withHint("give both flows the same " + clause)
                        .withRelated(first.declaration().nameSpan(), "the other flow"));
    }

    /** In any order. */
    private static String keys(AutoCdcFlow cdc) {
        return names(cdc.keys());
    }

    private static SourceSpan keySpan(ResolvedFlow flow, AutoCdcFlow cdc) {
        List<Identifier> keys = cdc.keys();
        return keys.isEmpty()
                ? flow.declaration().nameSpan()
                : keys.get(0).span().to(keys.get(keys.size() - 1).span());
    }

    private static String ignored(Optional<IgnoreNullUpdates> clause) {
        return clause.isEmpty() ? "no column" : selection(clause.get().columns());
    }

    private static String selection(Optional<ColumnSelection> selection) {
        if (selection.isEmpty()) {
            return "*";
        }
        return switch (selection.get().kind()) {
            case ALL -> "*";
            case ALL_EXCEPT -> "* EXCEPT (" + names(selection.get().columns()) + ")";
            case LIST -> "(" + names(selection.get().columns()) + ")";
        };
    }

    private static String names(List<Identifier> identifiers) {
        return String.join(
                ", ",
                identifiers.stream()
                        .map(Identifier::sql)
                        .sorted(String.CASE_INSENSITIVE_ORDER)
                        .toList());
    }
}
