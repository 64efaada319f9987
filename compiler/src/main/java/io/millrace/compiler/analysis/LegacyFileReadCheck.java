/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.query.QueryInput;
import io.millrace.compiler.query.RelationKind;
import io.millrace.compiler.token.Quoted;

/**
 * {@code read_files("path", "format"[, map(...)])} without STREAM in a streaming table: an old form
 * of the documentation that is read as a stream, with a warning.
 */
final class LegacyFileReadCheck implements Check {

    private static final String READ_FILES = "read_files";
    private static final String CLOUD_FILES = "cloudFiles.";

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            if (flow.query().span().file() == flow.declaration().query().span().file()) {
                continue;
            }
            flow.query().inputs().stream()
                    .filter(input -> input.streaming() && isPositionalCall(input))
                    .findFirst()
                    .ifPresent(input -> report(input, diagnostics));
        }
    }

    /** Whether it is the old form: a path and a format by position, and not a stream. */
    static boolean isPositional(QueryInput input) {
        return !input.streaming() && isPositionalCall(input);
    }

    private static boolean isPositionalCall(QueryInput input) {
        return input.kind() == RelationKind.FUNCTION
                && input.name().size() == 1
                && input.name().get(0).equalsIgnoreCase(READ_FILES)
                && input.arguments().size() >= 2
                && input.arguments().stream().allMatch(argument -> argument.name().isEmpty());
    }

    private static void report(QueryInput input, Diagnostics diagnostics) {
        String format = input.arguments().get(1).value().orElse("...");
        StringBuilder options = new StringBuilder();
        input.arguments().stream()
                .flatMap(argument -> argument.map().entrySet().stream())
                .forEach(
                        option ->
                                options.append(", ")
                                        .append(optionName(option.getKey()))
                                        .append(" => '")
                                        .append(option.getValue())
                                        .append("'"));
        diagnostics.add(
                Diagnostic.of(ErrorCode.MILLRACE_LEGACY_FILE_READ, input.span(), READ_FILES)
                        .withHint(
                                "write STREAM read_files("
                                        + input.arguments().get(0).span().text()
                                        + ", format => '"
                                        + format
                                        + "'"
                                        + options
                                        + ")"));
    }

    private static String optionName(String key) {
        boolean prefixed = key.regionMatches(true, 0, CLOUD_FILES, 0, CLOUD_FILES.length());
        String name = prefixed ? key.substring(CLOUD_FILES.length()) : key;
        return Quoted.asNeeded(name);
    }
}
