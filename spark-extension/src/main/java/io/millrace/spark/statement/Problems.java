/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.DiagnosticRenderer;
import io.millrace.compiler.source.SourceFile;
import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.PipelineBusyException;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.catalyst.statement.StatementException;
import io.millrace.spark.problem.RunProblems;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is wrong, as errors of a session: each with its place in the text and a caret. */
final class Problems {

    private static final String INVALID = "42000";
    private static final String FAILED = "58000";
    private static final String BUSY = "55006";
    private static final String CANCELED = "HY008";
    private static final DiagnosticRenderer RENDERER = DiagnosticRenderer.plain();

    private Problems() {}

    static StatementException invalid(List<Diagnostic> diagnostics) {
        List<Diagnostic> errors = diagnostics.stream().filter(Diagnostic::isError).toList();
        String code = errors.get(0).code().name();
        return new StatementException(
                code,
                errors.get(0).code().sqlState(),
                withoutCode(code, RENDERER.render(errors)),
                null);
    }

    static StatementException invalid(Diagnostic diagnostic) {
        return invalid(List.of(diagnostic));
    }

    static StatementException invalid(RunErrorCode code, String message, String hint) {
        return new StatementException(
                code.name(), INVALID, message + "\nhint: " + hint + "\n", null);
    }

    static StatementException rejected(PipelineRejectedException error, List<SourceFile> sources) {
        RunProblems problems = new RunProblems(sources, RENDERER);
        List<String> all = new ArrayList<>();
        for (RunDiagnostic diagnostic : error.diagnostics()) {
            all.add(problems.render(diagnostic));
        }
        String code = error.diagnostics().get(0).code();
        return new StatementException(
                code, INVALID, withoutCode(code, String.join("\n\n", all)), error);
    }

    static StatementException of(QueryException error) {
        return new StatementException(
                error.condition(),
                INVALID,
                error.getMessage() + error.hint().map(hint -> "\nhint: " + hint + "\n").orElse(""),
                error);
    }

    static StatementException busy(PipelineBusyException error) {
        String hint =
                UpdateRuns.howToStop(error.pipeline(), error.holder())
                        .map(how -> "\nhint: " + how + "\n")
                        .orElse("");
        return new StatementException(
                RunErrorCode.MILLRACE_PIPELINE_BUSY.name(), BUSY, error.getMessage() + hint, error);
    }

    static StatementException canceled(UpdateResult result) {
        return new StatementException(
                RunErrorCode.MILLRACE_UPDATE_CANCELED.name(),
                CANCELED,
                "update %s of `%s` was canceled; what was committed stays, and the next refresh goes on from there"
                        .formatted(result.updateId(), result.pipeline()),
                null);
    }

    /** An update that was stopped before anybody had heard of it. */
    static StatementException canceled(String pipeline) {
        return new StatementException(
                RunErrorCode.MILLRACE_UPDATE_CANCELED.name(),
                CANCELED,
                "the statement was canceled, and so was the update of `%s`".formatted(pipeline),
                null);
    }

    /** A statement that was stopped outside of an update. */
    static StatementException canceled(Optional<Throwable> cause) {
        return new StatementException(
                RunErrorCode.MILLRACE_UPDATE_CANCELED.name(),
                CANCELED,
                "the statement was canceled before it had begun an update",
                cause.orElse(null));
    }

    static boolean isCancellation(StatementException error) {
        return error.condition().equals(RunErrorCode.MILLRACE_UPDATE_CANCELED.name());
    }

    /** All that failed in an update; the first decides the condition. */
    static StatementException failed(UpdateResult result, List<SourceFile> sources) {
        RunProblems problems = new RunProblems(sources, RENDERER);
        List<String> lines = new ArrayList<>();
        String code = RunErrorCode.MILLRACE_INTERNAL_ERROR.name();
        for (FlowResult flow : result.flows()) {
            if (flow.error().isPresent()) {
                code = lines.isEmpty() ? flow.error().get().code() : code;
                lines.add(
                        "flow `%s` of `%s` failed:\n%s"
                                .formatted(
                                        flow.name(),
                                        flow.target(),
                                        problems.render(flow.error().get())));
            }
        }
        for (FlowResult flow : result.flows()) {
            if (flow.status() == FlowStatus.SKIPPED) {
                lines.add("flow `%s` of `%s` was skipped".formatted(flow.name(), flow.target()));
            }
        }
        return new StatementException(
                code,
                FAILED,
                "update %s failed\n%s\n".formatted(result.updateId(), String.join("\n", lines)),
                null);
    }

    /** The condition stands in front of the whole message already. */
    private static String withoutCode(String code, String rendered) {
        String start = "error[" + code + "]";
        String rest = rendered.startsWith(start) ? rendered.substring(start.length()) : rendered;
        return rest.stripLeading() + "\n";
    }
}
