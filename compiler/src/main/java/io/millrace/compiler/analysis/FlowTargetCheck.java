/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.QualifiedName;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.token.Quoted;
import java.util.Optional;

/**
 * The target of {@code CREATE FLOW} and {@code APPLY CHANGES} is a streaming table, a managed table
 * or a sink of the pipeline, and one that takes this kind of flow.
 */
final class FlowTargetCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            if (flow.declaration().owner().isPresent()) {
                checkManagedTable(flow, diagnostics);
                continue;
            }
            if (flow.targetDataset().isEmpty() && pipeline.broken().mention(flow.target().last())) {
                continue;
            }
            if (flow.targetDataset().isEmpty()) {
                reportUnknown(flow, pipeline, diagnostics);
                continue;
            }
            checkKind(flow, flow.targetDataset().get(), diagnostics);
            checkManagedTable(flow, diagnostics);
        }
    }

    private static void reportUnknown(
            ResolvedFlow flow, PipelineModel pipeline, Diagnostics diagnostics) {
        QualifiedName target = flow.declaration().target();
        Diagnostic diagnostic =
                Diagnostic.of(
                        ErrorCode.MILLRACE_UNKNOWN_FLOW_TARGET, target.span(), flow.name(), target);
        Optional<String> skipped = pipeline.options().skipped().fileOf(target.last());
        Optional<DatasetDeclaration> nearest =
                skipped.isPresent() ? Optional.empty() : nearest(target, pipeline);
        String hint =
                skipped.map(SkippedHint::of)
                        .or(
                                () ->
                                        nearest.map(
                                                dataset ->
                                                        "did you mean `"
                                                                + spelled(dataset, target)
                                                                + "`?"))
                        .orElse(
                                "declare it: CREATE STREAMING TABLE "
                                        + Quoted.asNeeded(Names.withoutLive(target.parts())));
        diagnostic = diagnostic.withLabel("unknown target").withHint(hint);
        if (nearest.isPresent()) {
            diagnostic = diagnostic.withRelated(nearest.get().nameSpan(), "defined here");
        }
        diagnostics.add(diagnostic);
    }

    /** In full where the same words mean something else at the flow, as they do after USE. */
    private static String spelled(DatasetDeclaration dataset, QualifiedName target) {
        String written = String.valueOf(dataset.written());
        return written.equalsIgnoreCase(target.toString()) ? dataset.name().toString() : written;
    }

    private static Optional<DatasetDeclaration> nearest(
            QualifiedName target, PipelineModel pipeline) {
        DatasetIndex index = pipeline.index();
        return index.withLastPart(target.last()).stream()
                .findFirst()
                .or(
                        () ->
                                NearestName.of(target.last(), index.lastParts())
                                        .flatMap(
                                                name ->
                                                        index.withLastPart(name).stream()
                                                                .findFirst()));
    }

    private static void checkKind(
            ResolvedFlow flow, DatasetDeclaration target, Diagnostics diagnostics) {
        switch (target.kind()) {
            case VIEW, TEMPORARY_VIEW ->
                    report(
                            flow,
                            target,
                            "holds no rows of its own",
                            "declare it as a streaming table to write it",
                            diagnostics);
            case SINK -> checkSink(flow, target, diagnostics);
            case STREAMING_TABLE, TABLE, MATERIALIZED_VIEW -> {
                if (flow.declaration().intoSink()) {
                    report(
                            flow,
                            target,
                            "is no sink",
                            "write INSERT INTO " + target.written().sql(),
                            diagnostics);
                }
            }
        }
    }

    private static void checkSink(
            ResolvedFlow flow, DatasetDeclaration target, Diagnostics diagnostics) {
        if (flow.declaration().insert().isEmpty()) {
            report(
                    flow,
                    target,
                    "only takes append flows, not " + flow.declaration().word() + "s",
                    "write the flow into a streaming table, or use INSERT INTO",
                    diagnostics);
        }
    }

    private static void checkManagedTable(ResolvedFlow flow, Diagnostics diagnostics) {
        boolean managed =
                flow.targetDataset()
                        .filter(target -> target.kind() == DatasetKind.TABLE)
                        .isPresent();
        if (!managed) {
            return;
        }
        DatasetDeclaration target = flow.targetDataset().get();
        if (flow.declaration().isCdc()) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_MANAGED_TABLE_DOES_NOT_SUPPORT_CDC,
                                    flow.declaration().target().span(),
                                    flow.name(),
                                    target.written())
                            .withHint(
                                    "declare the target with CREATE STREAMING TABLE "
                                            + target.written().sql())
                            .withRelated(target.nameSpan(), "declared as a table here"));
        }
        if (flow.declaration().isReplace()) {
            report(
                    flow,
                    target,
                    "does not take replace flows",
                    "declare the target with CREATE STREAMING TABLE " + target.written().sql(),
                    diagnostics);
        }
    }

    private static void report(
            ResolvedFlow flow,
            DatasetDeclaration target,
            String why,
            String hint,
            Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_FLOW_TARGET_KIND,
                                flow.declaration().target().span(),
                                flow.name(),
                                target.word(),
                                target.written(),
                                why)
                        .withHint(hint)
                        .withRelated(target.nameSpan(), "declared here"));
    }
}
