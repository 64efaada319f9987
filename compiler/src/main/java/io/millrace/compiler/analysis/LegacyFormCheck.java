/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.ApplyChanges;
import io.millrace.compiler.ast.AutoCdcFlow;
import io.millrace.compiler.ast.CreateFlow;
import io.millrace.compiler.ast.QualifiedName;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.Quoted;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;

/**
 * The spellings of the older LIVE dialect: one note for each statement that has some, with the way
 * to write it today.
 */
final class LegacyFormCheck implements Check {

    /** One older spelling and its replacement. */
    private record Legacy(SourceSpan span, String form, String modern) {}

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        IdentityHashMap<Statement, List<Legacy>> found = new IdentityHashMap<>();
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            checkHead(dataset, listOf(found, dataset.statement()));
        }
        for (ResolvedFlow flow : pipeline.flows()) {
            List<Legacy> ofStatement = listOf(found, flow.declaration().statement());
            checkFlow(flow.declaration(), ofStatement);
            Scope scope = flow.declaration().scope();
            flow.inputs().forEach(input -> checkInput(input, scope, ofStatement));
        }
        for (Statement statement : pipeline.declarations().statements()) {
            List<Legacy> ofStatement = found.getOrDefault(statement, List.of());
            if (!ofStatement.isEmpty()) {
                report(ofStatement, diagnostics);
            }
        }
    }

    private static List<Legacy> listOf(
            IdentityHashMap<Statement, List<Legacy>> found, Statement statement) {
        return found.computeIfAbsent(statement, key -> new ArrayList<>());
    }

    private static void checkHead(DatasetDeclaration dataset, List<Legacy> found) {
        SourceSpan whole = dataset.statement().span();
        SourceSpan head = whole.file().span(whole.start(), dataset.nameSpan().start());
        List<String> words = List.of(head.text().strip().toUpperCase(Locale.ROOT).split("\\s+"));
        boolean stored = !dataset.isView();
        boolean legacy =
                words.contains("LIVE")
                        || words.contains("INCREMENTAL")
                        || (stored && words.contains("TEMPORARY"));
        QualifiedName name = dataset.written();
        String modernName = Quoted.asNeeded(Names.withoutLive(name.parts()));
        if (legacy) {
            found.add(
                    new Legacy(
                            head.file()
                                    .span(
                                            head.start(),
                                            head.start() + head.text().stripTrailing().length()),
                            String.join(" ", words),
                            "CREATE " + modernHead(dataset, words) + " " + modernName));
        } else if (Names.isLive(name.parts())) {
            found.add(new Legacy(name.span(), name.toString(), modernName));
        }
    }

    private static String modernHead(DatasetDeclaration dataset, List<String> words) {
        String mode = words.contains("REFRESH") ? "OR REFRESH " : "";
        String kind =
                switch (dataset.kind()) {
                    case STREAMING_TABLE -> "STREAMING TABLE";
                    case MATERIALIZED_VIEW -> "MATERIALIZED VIEW";
                    case TABLE -> "TABLE";
                    case VIEW -> "VIEW";
                    case TEMPORARY_VIEW -> "TEMPORARY VIEW";
                    case SINK -> "SINK";
                };
        return mode + (dataset.isPrivate() ? "PRIVATE " : "") + kind;
    }

    private static void checkFlow(FlowDeclaration flow, List<Legacy> found) {
        if (flow.statement() instanceof ApplyChanges apply) {
            String target = Quoted.asNeeded(Names.withoutLive(apply.target().parts()));
            String modern =
                    "CREATE FLOW "
                            + Quoted.asNeeded(flow.name())
                            + " AS AUTO CDC INTO "
                            + target
                            + " ...";
            SourceSpan span = apply.span();
            SourceSpan head = span.file().span(span.start(), apply.target().span().end());
            if (apply.legacy()) {
                found.add(new Legacy(head, "APPLY CHANGES INTO", modern));
            } else if (Names.isLive(apply.target().parts())) {
                found.add(new Legacy(apply.target().span(), apply.target().toString(), target));
            }
            return;
        }
        boolean applyChanges = flow.cdc().map(AutoCdcFlow::legacy).orElse(false);
        if (applyChanges && flow.statement() instanceof CreateFlow statement) {
            found.add(
                    new Legacy(
                            flow.target().span(),
                            "APPLY CHANGES INTO",
                            "AUTO CDC INTO "
                                    + Quoted.asNeeded(
                                            Names.withoutLive(statement.target().parts()))));
        } else if (flow.statement() instanceof CreateFlow && Names.isLive(flow.target().parts())) {
            found.add(
                    new Legacy(
                            flow.target().span(),
                            flow.target().toString(),
                            Quoted.asNeeded(flow.target().last())));
        }
    }

    private static void checkInput(ResolvedInput input, Scope scope, List<Legacy> found) {
        if (input.isFunction() && input.writtenName().equalsIgnoreCase("cloud_files")) {
            found.add(
                    new Legacy(
                            input.span(),
                            "cloud_files",
                            "STREAM read_files(path, format => '...') for cloud_files"));
        } else if (Names.isLive(input.written())) {
            found.add(
                    new Legacy(
                            input.span(),
                            input.writtenName(),
                            modernName(input, scope) + " for " + input.writtenName()));
        }
    }

    /** The bare name, unless it means something else where it stands. */
    private static String modernName(ResolvedInput input, Scope scope) {
        String bare = input.written().get(1);
        boolean elsewhere =
                input.dataset().filter(dataset -> !dataset.isTemporaryView()).isPresent()
                        && input.dataset().filter(DatasetDeclaration::isPrivate).isEmpty()
                        && !Names.qualify(List.of(bare), scope).key().equals(input.name().key());
        List<String> parts = input.name().parts();
        if (!elsewhere) {
            return Quoted.asNeeded(bare);
        }
        boolean sameCatalog = Names.fold(parts.get(0)).equals(Names.fold(scope.catalog()));
        return Quoted.asNeeded(sameCatalog ? parts.subList(1, parts.size()) : parts);
    }

    private static void report(List<Legacy> found, Diagnostics diagnostics) {
        Legacy first = found.get(0);
        List<String> modern = found.stream().map(Legacy::modern).distinct().toList();
        diagnostics.add(
                Diagnostic.of(ErrorCode.MILLRACE_DEPRECATED_SYNTAX, first.span(), first.form())
                        .withHint("write " + String.join(", and ", modern)));
    }
}
