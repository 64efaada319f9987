/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.AutoCdcFlow;
import io.millrace.compiler.ast.ColumnDefinition;
import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.token.Quoted;
import java.util.Optional;

/**
 * The expressions of AUTO CDC look at one event, and give the same for it however often it is read.
 */
final class CdcExpressionCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            flow.declaration().cdc().ifPresent(cdc -> checkCdc(flow, cdc, pipeline, diagnostics));
            flow.declaration()
                    .snapshotCdc()
                    .flatMap(cdc -> cdc.snapshotVersion())
                    .ifPresent(version -> RowExpression.parse(version, diagnostics));
            flow.declaration()
                    .replaceWhere()
                    .ifPresent(replace -> RowExpression.parse(replace.condition(), diagnostics));
        }
    }

    private static void checkCdc(
            ResolvedFlow flow, AutoCdcFlow cdc, PipelineModel pipeline, Diagnostics diagnostics) {
        DeclaredColumns source = SourceColumns.of(flow, pipeline);
        check(flow, "SEQUENCE BY", cdc.sequenceBy(), source, diagnostics);
        check(flow, "SYSTEM SEQUENCE BY", cdc.systemSequenceBy(), source, diagnostics);
        check(flow, "APPLY AS DELETE WHEN", cdc.deleteWhen(), source, diagnostics);
        check(flow, "APPLY AS TRUNCATE WHEN", cdc.truncateWhen(), source, diagnostics);
        cdc.sequenceBy().ifPresent(sequence -> checkText(flow, sequence, diagnostics));
    }

    private static void check(
            ResolvedFlow flow,
            String clause,
            Optional<SqlFragment> text,
            DeclaredColumns source,
            Diagnostics diagnostics) {
        Optional<RowExpression> parsed =
                text.flatMap(fragment -> RowExpression.parse(fragment, diagnostics));
        if (parsed.isEmpty()) {
            return;
        }
        RowExpression expression = parsed.get();
        expression
                .obstacle()
                .or(expression::unstable)
                .ifPresent(
                        obstacle ->
                                diagnostics.add(
                                        Diagnostic.of(
                                                        ErrorCode.MILLRACE_CDC_EXPRESSION,
                                                        obstacle.span(),
                                                        clause,
                                                        flow.name(),
                                                        obstacle.what())
                                                .withHint(
                                                        "use columns of the event: it must mean the"
                                                                + " same when it is read again")));
        expression
                .unknownColumn(source, SourceColumns.lastPart(flow))
                .ifPresent(
                        column ->
                                diagnostics.add(
                                        source.suggest(
                                                Diagnostic.of(
                                                        ErrorCode.MILLRACE_CDC_UNKNOWN_COLUMN,
                                                        column.span(),
                                                        String.join(".", column.parts()),
                                                        SourceColumns.describe(flow)),
                                                column.parts().get(0))));
    }

    private static void checkText(
            ResolvedFlow flow, SqlFragment sequence, Diagnostics diagnostics) {
        PlacementColumnsCheck.columnName(sequence)
                .filter(
                        name ->
                                SourceColumns.column(flow, name)
                                        .flatMap(ColumnDefinition::type)
                                        .filter(
                                                type ->
                                                        type.text()
                                                                .strip()
                                                                .equalsIgnoreCase("string"))
                                        .isPresent())
                .ifPresent(
                        name ->
                                diagnostics.add(
                                        Diagnostic.of(
                                                        ErrorCode.MILLRACE_CDC_SEQUENCE_IS_TEXT,
                                                        sequence.span(),
                                                        name)
                                                .withHint(
                                                        "write SEQUENCE BY CAST("
                                                                + Quoted.asNeeded(name)
                                                                + " AS BIGINT), or AS TIMESTAMP")));
    }
}
