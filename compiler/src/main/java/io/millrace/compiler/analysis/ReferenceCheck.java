/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.InputKind;
import io.millrace.compiler.token.Quoted;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A name that is no dataset of the pipeline is a table outside it, which need not exist at compile
 * time. It is an error when the name says {@code LIVE.}, and worth a warning when it looks like a
 * dataset's name with a slip of the pen, or like one whose schema is missing.
 */
final class ReferenceCheck implements Check {

    private static final int SHORTEST_WITH_TYPO = 4;

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        Map<String, Optional<String>> nearest = new HashMap<>();
        for (ResolvedFlow flow : pipeline.flows()) {
            for (ResolvedInput input : flow.needs()) {
                if (input.candidates().size() > 1) {
                    reportAmbiguous(input, diagnostics);
                } else if (input.kind() == InputKind.EXTERNAL
                        && !pipeline.broken().mention(input.name().last())) {
                    checkExternal(flow, input, pipeline, nearest, diagnostics);
                }
            }
        }
    }

    private static void reportAmbiguous(ResolvedInput input, Diagnostics diagnostics) {
        List<String> names =
                input.candidates().stream().map(dataset -> dataset.name().toString()).toList();
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_AMBIGUOUS_REFERENCE,
                                input.span(),
                                input.writtenName(),
                                Words.choice(names))
                        .withHint("write the name with its schema")
                        .withRelated(
                                input.candidates().stream()
                                        .map(
                                                dataset ->
                                                        new Diagnostic.Related(
                                                                dataset.nameSpan(),
                                                                "`" + dataset.name() + "`"))
                                        .toList()));
    }

    private static void checkExternal(
            ResolvedFlow flow,
            ResolvedInput input,
            PipelineModel pipeline,
            Map<String, Optional<String>> nearest,
            Diagnostics diagnostics) {
        String last = input.name().last();
        DatasetIndex index = pipeline.index();
        Optional<String> skipped = pipeline.options().skipped().fileOf(last);
        if (skipped.isPresent()) {
            if (Names.isLive(input.written())) {
                reportUnknown(input, skipped.get(), diagnostics);
            }
            return;
        }
        Optional<DatasetDeclaration> similar =
                nearest.computeIfAbsent(
                                Names.fold(last), name -> NearestName.of(name, index.lastParts()))
                        .flatMap(name -> index.withLastPart(name).stream().findFirst());
        if (Names.isLive(input.written())) {
            reportUnknown(
                    input,
                    similar.filter(dataset -> !isNumbered(last, dataset.name().last())),
                    diagnostics);
            return;
        }
        Optional<DatasetDeclaration> sink = sinkCalled(input, index);
        if (sink.isPresent()) {
            reportSink(input, sink.get(), diagnostics);
            return;
        }
        similar.filter(dataset -> looksMeant(dataset, input, flow))
                .ifPresent(dataset -> reportSuspicious(input, dataset, diagnostics));
    }

    private static Optional<DatasetDeclaration> sinkCalled(
            ResolvedInput input, DatasetIndex index) {
        if (input.written().size() != 1) {
            return Optional.empty();
        }
        return index.withLastPart(input.written().get(0)).stream()
                .filter(dataset -> dataset.kind() == DatasetKind.SINK)
                .findFirst();
    }

    /** Whether the user more likely meant the dataset than a table outside the pipeline. */
    private static boolean looksMeant(
            DatasetDeclaration dataset, ResolvedInput input, ResolvedFlow flow) {
        String written = Names.fold(input.name().last());
        String candidate = Names.fold(dataset.name().last());
        if (dataset.kind() == DatasetKind.SINK
                || dataset.name().key().equals(flow.target().key())) {
            return false;
        }
        if (written.equals(candidate)) {
            // Same name elsewhere: only a bare name can have lost its schema.
            return input.written().size() == 1;
        }
        boolean samePlace =
                dataset.name().parts().size() == 1
                        ? input.written().size() == 1
                        : parent(dataset.name().parts()).equals(parent(input.name().parts()));
        return samePlace
                && written.length() >= SHORTEST_WITH_TYPO
                && !isNumbered(written, candidate)
                && !isPrefixOrSuffix(written, candidate);
    }

    private static List<String> parent(List<String> parts) {
        return parts.subList(0, parts.size() - 1).stream().map(Names::fold).toList();
    }

    /** {@code orders_2023} beside {@code orders_2024} is no slip. */
    private static boolean isNumbered(String left, String right) {
        return stripDigits(left).equals(stripDigits(right))
                && !Names.fold(left).equals(Names.fold(right));
    }

    private static String stripDigits(String name) {
        return Names.fold(name).replaceAll("[0-9]", "");
    }

    /** {@code orders_raw} beside {@code orders} is a naming scheme, not a slip. */
    private static boolean isPrefixOrSuffix(String left, String right) {
        int difference = Math.abs(left.length() - right.length());
        boolean contained =
                left.startsWith(right)
                        || left.endsWith(right)
                        || right.startsWith(left)
                        || right.endsWith(left);
        return difference > 1 && contained;
    }

    private static void reportUnknown(
            ResolvedInput input, String skipped, Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_UNKNOWN_REFERENCE,
                                input.span(),
                                input.written().get(1))
                        .withHint(SkippedHint.of(skipped)));
    }

    private static void reportUnknown(
            ResolvedInput input, Optional<DatasetDeclaration> similar, Diagnostics diagnostics) {
        Diagnostic diagnostic =
                Diagnostic.of(
                                ErrorCode.MILLRACE_UNKNOWN_REFERENCE,
                                input.span(),
                                input.written().get(1))
                        .withHint(
                                similar.map(
                                                dataset ->
                                                        "did you mean "
                                                                + Quoted.inText(
                                                                        dataset.written().parts())
                                                                + "?")
                                        .orElse(
                                                "LIVE. means this pipeline: leave it out for a"
                                                        + " table outside it"));
        diagnostics.add(
                similar.isPresent()
                        ? diagnostic.withRelated(similar.get().nameSpan(), "defined here")
                        : diagnostic);
    }

    private static void reportSink(
            ResolvedInput input, DatasetDeclaration sink, Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(ErrorCode.MILLRACE_SINK_READ, input.span(), input.writtenName())
                        .withHint("read the dataset that is written into the sink instead")
                        .withRelated(sink.nameSpan(), "declared as a sink here"));
    }

    private static void reportSuspicious(
            ResolvedInput input, DatasetDeclaration similar, Diagnostics diagnostics) {
        boolean elsewhere =
                Names.fold(similar.name().last()).equals(Names.fold(input.name().last()));
        List<String> meant = elsewhere ? similar.name().parts() : similar.written().parts();
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_SUSPICIOUS_REFERENCE,
                                input.span(),
                                elsewhere ? input.name().toString() : input.writtenName())
                        .withHint("did you mean " + Quoted.inText(meant) + "?")
                        .withRelated(similar.nameSpan(), "defined here"));
    }
}
