/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.query.FunctionArgument;
import io.millrace.compiler.query.QueryInput;
import io.millrace.compiler.query.RelationKind;
import java.util.List;
import java.util.Optional;

/** {@code table_changes('t', from [, to])}: the arguments, as far as they are constants. */
final class TableChangesCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            for (QueryInput input : flow.query().inputs()) {
                if (isCall(input)) {
                    problem(input)
                            .ifPresent(
                                    what ->
                                            diagnostics.add(
                                                    Diagnostic.of(
                                                                    ErrorCode
                                                                            .MILLRACE_TABLE_CHANGES_ARGUMENT,
                                                                    input.span(),
                                                                    what)
                                                            .withHint(
                                                                    "write"
                                                                            + " table_changes('orders',"
                                                                            + " 1)")));
                }
            }
        }
    }

    private static boolean isCall(QueryInput input) {
        return input.kind() == RelationKind.FUNCTION
                && input.name().size() == 1
                && Names.fold(input.name().get(0)).equals(FlowResolver.CHANGES);
    }

    private static Optional<String> problem(QueryInput input) {
        List<FunctionArgument> arguments = input.arguments();
        boolean named = arguments.stream().anyMatch(argument -> argument.name().isPresent());
        if (named || arguments.size() < 2 || arguments.size() > 3) {
            return Optional.of("takes a table, where to begin, and perhaps where to end");
        }
        if (input.streaming() && arguments.size() > 2) {
            return Optional.of("has no end when it is read as a stream");
        }
        return Optional.empty();
    }
}
