/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

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
        for (DatasetDeclaration dataset : pipeline.datasets()) {
            dataset.clause(PropertiesClause.class)
                    .ifPresent(clause -> checkProperties(clause.properties(), diagnostics));
            dataset.sink().ifPresent(sink -> checkUnique(sink.options(), diagnostics));
        }
        for (Statement statement : pipeline.declarations().statements()) {
            if (statement instanceof SetProperty set) {
                checkPipelines(set.key(), set.value(), set.keySpan(), diagnostics);
            } else if (statement instanceof CreateFlow flow) {
                checkProperties(flow.sparkConf(), diagnostics);
            }
        }
    }

    private static void checkProperties(List<Property> properties, Diagnostics diagnostics) {
        checkUnique(properties, diagnostics);
        properties.forEach(
                property ->
                        checkPipelines(
                                property.key(), property.value(), property.span(), diagnostics));
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

    private static void checkPipelines(
            String key, String value, SourceSpan span, Diagnostics diagnostics) {
        if (!PipelineProperty.isPipelineKey(key)) {
            return;
        }
        Optional<PipelineProperty> known = PipelineProperty.of(key);
        if (known.isEmpty()) {
            Diagnostic diagnostic =
                    Diagnostic.of(ErrorCode.MILLRACE_UNKNOWN_PIPELINES_PROPERTY, span, key);
            diagnostics.add(
                    NearestName.of(key, PipelineProperty.keys())
                            .map(near -> diagnostic.withHint("did you mean `" + near + "`?"))
                            .orElse(diagnostic));
            return;
        }
        known.get()
                .problemWith(value)
                .ifPresent(
                        problem ->
                                diagnostics.add(
                                        Diagnostic.of(
                                                        ErrorCode.MILLRACE_INVALID_PROPERTY_VALUE,
                                                        span,
                                                        key,
                                                        value,
                                                        problem)
                                                .withHint(
                                                        "write "
                                                                + known.get().key()
                                                                + " = "
                                                                + known.get().example())));
    }
}
