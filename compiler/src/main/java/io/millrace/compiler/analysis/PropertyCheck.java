/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.analysis.PipelineProperty.Place;
import io.millrace.compiler.ast.CreateFlow;
import io.millrace.compiler.ast.PropertiesClause;
import io.millrace.compiler.ast.Property;
import io.millrace.compiler.ast.SetProperty;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.compiler.source.SourceSpan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A property is given once; the dialect's own {@code pipelines.*} ones are known and have a valid
 * value.
 */
final class PropertyCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        pipeline.options()
                .configuration()
                .forEach(
                        (key, value) ->
                                checkPipelines(
                                        key, value, Place.PIPELINE, Optional.empty(), diagnostics));
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            dataset.clause(PropertiesClause.class)
                    .ifPresent(
                            clause ->
                                    checkProperties(clause.properties(), Place.TABLE, diagnostics));
            dataset.sink().ifPresent(sink -> checkUnique(sink.options(), diagnostics));
        }
        for (Statement statement : pipeline.declarations().statements()) {
            if (statement instanceof SetProperty set) {
                checkPipelines(
                        set.key(),
                        set.value(),
                        Place.FLOW,
                        Optional.of(set.keySpan()),
                        diagnostics);
            } else if (statement instanceof CreateFlow flow) {
                checkProperties(flow.sparkConf(), Place.FLOW, diagnostics);
            }
        }
    }

    private static void checkProperties(
            List<Property> properties, Place place, Diagnostics diagnostics) {
        checkUnique(properties, diagnostics);
        properties.forEach(
                property ->
                        checkPipelines(
                                property.key(),
                                property.value(),
                                place,
                                Optional.of(property.span()),
                                diagnostics));
    }

    private static void checkUnique(List<Property> properties, Diagnostics diagnostics) {
        Map<String, Property> seen = new HashMap<>();
        for (Property property : properties) {
            String key = PipelineProperty.canonicalKey(property.key());
            Property first = seen.putIfAbsent(key, property);
            if (first != null) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_DUPLICATE_PROPERTY,
                                        property.span(),
                                        property.key())
                                .withHint("keep one of the two")
                                .withRelated(first.span(), "first given here"));
            }
        }
    }

    /**
     * @param span empty for what no file of SQL gives
     */
    private static void checkPipelines(
            String key,
            String value,
            Place place,
            Optional<SourceSpan> span,
            Diagnostics diagnostics) {
        if (!PipelineProperty.isPipelineKey(key)) {
            return;
        }
        Optional<PipelineProperty> known = PipelineProperty.of(key);
        if (known.isEmpty()) {
            Diagnostic diagnostic = at(span, ErrorCode.MILLRACE_UNKNOWN_PIPELINES_PROPERTY, key);
            diagnostics.add(
                    NearestName.of(key, PipelineProperty.keys())
                            .map(near -> diagnostic.withHint("did you mean `" + near + "`?"))
                            .orElse(diagnostic));
            return;
        }
        Optional<String> problem = known.get().problemWith(value);
        if (problem.isPresent()) {
            diagnostics.add(
                    at(span, ErrorCode.MILLRACE_INVALID_PROPERTY_VALUE, key, value, problem.get())
                            .withHint(
                                    "write " + known.get().key() + " = " + known.get().example()));
            return;
        }
        known.get()
                .unusedIn(place)
                .ifPresent(
                        instead ->
                                diagnostics.add(
                                        at(span, ErrorCode.MILLRACE_PIPELINES_PROPERTY_UNUSED, key)
                                                .withHint(instead)));
    }

    private static Diagnostic at(Optional<SourceSpan> span, ErrorCode code, Object... parts) {
        return span.map(place -> Diagnostic.of(code, place, parts))
                .orElseGet(() -> Diagnostic.withoutPlace(code, parts));
    }
}
