/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.OtherStatement;
import io.millrace.compiler.ast.OtherStatementKind;
import io.millrace.compiler.ast.SetProperty;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.diagnostic.SecretMask;
import io.millrace.compiler.source.SourceSpan;
import java.util.HashMap;
import java.util.Map;

/**
 * {@code SET key} shows a value, as in a notebook: a note tells the one that holds at its place.
 */
final class ShownSettingCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        Map<String, String> configuration = pipeline.options().configuration();
        Map<String, String> settings = new HashMap<>(configuration);
        String file = "";
        for (Statement statement : pipeline.declarations().statements()) {
            if (!statement.span().file().name().equals(file)) {
                file = statement.span().file().name();
                settings = new HashMap<>(configuration);
            }
            if (statement instanceof SetProperty set) {
                settings.put(set.key(), set.value());
            } else if (statement instanceof OtherStatement other
                    && other.kind() == OtherStatementKind.SHOW_SETTING) {
                diagnostics.add(note(other.head(), settings));
            }
        }
    }

    private static Diagnostic note(SourceSpan statement, Map<String, String> settings) {
        String key = statement.text().substring("SET".length()).strip().replace("`", "");
        if (key.isEmpty() || key.startsWith("-")) {
            return Diagnostic.of(
                            ErrorCode.MILLRACE_SETTING_SHOWN,
                            statement,
                            "all settings",
                            "a pipeline has nowhere to show them")
                    .withHint("leave it out");
        }
        String value =
                settings.containsKey(key)
                        ? "it is `" + SecretMask.value(key, settings.get(key)) + "` here"
                        : "the pipeline gives it no value here";
        return Diagnostic.of(ErrorCode.MILLRACE_SETTING_SHOWN, statement, "`" + key + "`", value)
                .withHint("to give it a value, write SET " + key + " = value");
    }
}
