/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.grammar.MillraceParser.CreateViewContext;
import io.millrace.grammar.MillraceParser.LanguageClauseContext;
import io.millrace.grammar.MillraceParser.MetricsClauseContext;
import io.millrace.grammar.MillraceParser.WithMetricsContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Tells metric views from other views: all of its three parts must be there, or none. */
final class MetricViewBuilder {

    private static final String METRICS = "WITH METRICS";
    private static final String LANGUAGE = "LANGUAGE YAML";
    private static final String FORM = "CREATE VIEW name WITH METRICS LANGUAGE YAML AS $$ ... $$";
    private static final int DOLLARS = 2;

    private final Spans spans;
    private final ClauseBuilder clauses;

    MetricViewBuilder(Spans spans, ClauseBuilder clauses) {
        this.spans = spans;
        this.clauses = clauses;
    }

    /** The YAML of a metric view; empty for a view with a query. */
    Optional<SourceSpan> definition(CreateViewContext context) {
        Map<String, SourceSpan> seen = new LinkedHashMap<>();
        for (MetricsClauseContext clause : context.metricsClause()) {
            if (clause instanceof WithMetricsContext) {
                clauses.reportTwice(seen, METRICS, spans.of(clause));
            } else {
                checkLanguage((LanguageClauseContext) clause);
                clauses.reportTwice(seen, LANGUAGE, spans.of(clause));
            }
        }
        if (seen.isEmpty() && context.DOLLAR_STRING() == null) {
            return Optional.empty();
        }
        checkParts(context, seen);
        checkPublished(context);
        SourceSpan quoted = spans.of(context.DOLLAR_STRING().getSymbol());
        return Optional.of(quoted.file().span(quoted.start() + DOLLARS, quoted.end() - DOLLARS));
    }

    private void checkLanguage(LanguageClauseContext clause) {
        if (!clause.identifier().getText().equalsIgnoreCase("YAML")) {
            throw error(
                    spans.of(clause.identifier()),
                    "a view has no language `%s`; a metric view is written in YAML"
                            .formatted(clause.identifier().getText()));
        }
    }

    private void checkParts(CreateViewContext context, Map<String, SourceSpan> seen) {
        if (context.DOLLAR_STRING() == null) {
            SourceSpan clause = seen.values().iterator().next();
            throw error(
                    clause,
                    "%s belongs to a metric view, which is defined by YAML between $$ and $$, not by a query"
                            .formatted(seen.keySet().iterator().next()));
        }
        SourceSpan text = spans.of(context.DOLLAR_STRING().getSymbol());
        SourceSpan opening = text.file().span(text.start(), text.start() + DOLLARS);
        if (!seen.containsKey(METRICS)) {
            throw error(opening, "a view that is defined by a text between $$ needs " + METRICS);
        }
        if (!seen.containsKey(LANGUAGE)) {
            throw error(opening, "a metric view needs " + LANGUAGE);
        }
    }

    private void checkPublished(CreateViewContext context) {
        boolean published =
                context.visibility() == null
                        && context.LIVE() == null
                        && context.STREAMING() == null
                        && context.INCREMENTAL() == null;
        if (!published) {
            SourceSpan create = spans.of(context.CREATE().getSymbol());
            SourceSpan view = spans.of(context.VIEW().getSymbol());
            throw error(
                    create.to(view), "a metric view is published: it has no such word before VIEW");
        }
    }

    private static SyntaxException error(SourceSpan span, String message) {
        return new SyntaxException(
                Diagnostic.of(ErrorCode.MILLRACE_SYNTAX_ERROR, span, message).withHint(FORM));
    }
}
