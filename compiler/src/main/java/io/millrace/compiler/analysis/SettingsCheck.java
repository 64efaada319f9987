/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The query of a view runs inside the flow that reads it, so both have to be meant to run with the
 * same settings. Keys that are only there for <code>${key}</code> do not count.
 */
final class SettingsCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            Set<String> seen = new HashSet<>();
            for (ResolvedInput input : flow.inputs()) {
                input.dataset()
                        .filter(DatasetDeclaration::isView)
                        .filter(view -> seen.add(view.name().key()))
                        .ifPresent(view -> compare(flow, input, view, diagnostics));
            }
        }
    }

    private static void compare(
            ResolvedFlow flow,
            ResolvedInput input,
            DatasetDeclaration view,
            Diagnostics diagnostics) {
        Map<String, String> ofReader = flow.declaration().scope().settings();
        for (Map.Entry<String, String> setting : view.scope().settings().entrySet()) {
            String here = ofReader.get(setting.getKey());
            boolean conflict =
                    here != null
                            && isEngineKey(setting.getKey())
                            && !here.equals(setting.getValue());
            if (conflict) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_CONFLICTING_SETTINGS,
                                        input.span(),
                                        setting.getKey(),
                                        here,
                                        flow.name(),
                                        setting.getValue(),
                                        view.written())
                                .withHint("SET it to one value in front of both")
                                .withRelated(view.nameSpan(), "the view"));
            }
        }
    }

    private static boolean isEngineKey(String key) {
        return Names.fold(key).startsWith("spark.") || PipelineProperty.isPipelineKey(key);
    }
}
