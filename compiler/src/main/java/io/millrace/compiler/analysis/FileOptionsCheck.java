/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.files.FileFormat;
import io.millrace.compiler.files.FileOptions;
import io.millrace.compiler.files.KnownOptions;
import io.millrace.compiler.query.FunctionArgument;
import io.millrace.compiler.query.QueryInput;
import io.millrace.compiler.query.RelationKind;
import io.millrace.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The options of {@code read_files} and {@code cloud_files} in all their forms: the names, and the
 * values that are constants. What the dialect has and a run refuses is left to the run.
 */
final class FileOptionsCheck implements Check {

    private static final Set<String> FUNCTIONS = Set.of("read_files", "cloud_files");
    private static final String PATH = "path";

    /**
     * @param value empty when it is not a constant
     */
    private record Given(String name, Optional<String> value, SourceSpan span) {}

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            flow.query().inputs().stream()
                    .filter(FileOptionsCheck::readsFiles)
                    .forEach(input -> check(given(input), diagnostics));
        }
    }

    private static boolean readsFiles(QueryInput input) {
        return input.kind() == RelationKind.FUNCTION
                && input.name().size() == 1
                && FUNCTIONS.contains(Names.fold(input.name().get(0)));
    }

    /** Where a function reads files, when that is a constant. */
    static Optional<String> path(QueryInput input) {
        if (!readsFiles(input)) {
            return Optional.empty();
        }
        Optional<FunctionArgument> named =
                input.arguments().stream()
                        .filter(
                                argument ->
                                        argument.name().filter(PATH::equalsIgnoreCase).isPresent())
                        .findFirst();
        return named.or(
                        () ->
                                input.arguments().stream()
                                        .filter(argument -> argument.name().isEmpty())
                                        .findFirst())
                .flatMap(FunctionArgument::value);
    }

    private static List<Given> given(QueryInput input) {
        List<Given> all = new ArrayList<>();
        int position = 0;
        for (FunctionArgument argument : input.arguments()) {
            if (argument.name().isPresent()) {
                String name = argument.name().get();
                if (!name.equalsIgnoreCase(PATH)) {
                    all.add(new Given(name, argument.value(), argument.span()));
                }
                continue;
            }
            position++;
            if (position == 2) {
                all.add(new Given(KnownOptions.FORMAT, argument.value(), argument.span()));
            }
            argument.map()
                    .forEach(
                            (key, value) ->
                                    all.add(new Given(key, Optional.of(value), argument.span())));
        }
        input.options()
                .forEach((key, value) -> all.add(new Given(key, Optional.of(value), input.span())));
        return all;
    }

    private static void check(List<Given> options, Diagnostics diagnostics) {
        Optional<FileFormat> format = Optional.empty();
        for (Given option : options) {
            boolean isFormat =
                    FileOptions.plainName(option.name()).equalsIgnoreCase(KnownOptions.FORMAT);
            if (isFormat && option.value().isPresent()) {
                format = format(option.value().get(), option.span(), diagnostics);
            } else {
                objection(option)
                        .ifPresent(
                                objection -> diagnostics.add(diagnostic(objection, option.span())));
            }
        }
        for (Given option : options) {
            format.flatMap(found -> FileOptions.objection(option.name(), found))
                    .ifPresent(objection -> diagnostics.add(diagnostic(objection, option.span())));
            format.flatMap(found -> FileOptions.unused(option.name(), found))
                    .ifPresent(
                            unused ->
                                    diagnostics.add(
                                            Diagnostic.of(
                                                            ErrorCode
                                                                    .MILLRACE_READ_FILES_OPTION_UNUSED,
                                                            option.span(),
                                                            unused.name(),
                                                            unused.what())
                                                    .withHint("leave it out")));
        }
    }

    private static Optional<FileOptions.Objection> objection(Given option) {
        Optional<FileOptions.Objection> unknown = FileOptions.unknown(option.name());
        if (unknown.isPresent() || option.value().isEmpty()) {
            return unknown;
        }
        String value = option.value().get();
        return FileOptions.isNotExecuted(option.name(), value)
                ? Optional.empty()
                : FileOptions.objection(option.name(), value);
    }

    private static Optional<FileFormat> format(
            String name, SourceSpan span, Diagnostics diagnostics) {
        Optional<FileFormat> format = FileFormat.named(name);
        if (format.isEmpty() && !FileOptions.isFormatNotRead(name)) {
            diagnostics.add(
                    Diagnostic.of(ErrorCode.MILLRACE_READ_FILES_FORMAT, span, name)
                            .withHint(
                                    FileFormat.nearest(name)
                                            .map(near -> "did you mean `" + near + "`?")
                                            .orElse(
                                                    "write one of "
                                                            + String.join(
                                                                    ", ", FileFormat.keys()))));
        }
        return format;
    }

    private static Diagnostic diagnostic(FileOptions.Objection objection, SourceSpan span) {
        Diagnostic diagnostic =
                Diagnostic.of(
                        ErrorCode.MILLRACE_READ_FILES_ARGUMENT,
                        span,
                        objection.name(),
                        objection.what());
        return objection
                .nearest()
                .map(near -> diagnostic.withHint("did you mean `" + near + "`?"))
                .orElse(diagnostic);
    }
}
