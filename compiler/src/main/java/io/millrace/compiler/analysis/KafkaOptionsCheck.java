/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.kafka.KafkaOptions;
import io.millrace.compiler.query.FunctionArgument;
import io.millrace.compiler.query.QueryInput;
import io.millrace.compiler.query.RelationKind;
import io.millrace.compiler.source.SourceSpan;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The arguments of {@code read_kafka}: the names, what goes together, and the values that are
 * constants.
 */
final class KafkaOptionsCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        for (ResolvedFlow flow : pipeline.flows()) {
            flow.query().inputs().stream()
                    .filter(KafkaOptionsCheck::readsKafka)
                    .forEach(input -> check(input, diagnostics));
        }
    }

    private static boolean readsKafka(QueryInput input) {
        return input.kind() == RelationKind.FUNCTION
                && input.name().size() == 1
                && Names.fold(input.name().get(0)).equals(KafkaOptions.FUNCTION);
    }

    private static void check(QueryInput input, Diagnostics diagnostics) {
        Map<String, SourceSpan> places = new LinkedHashMap<>();
        boolean whole = true;
        for (FunctionArgument argument : input.arguments()) {
            if (argument.name().isEmpty()) {
                diagnostics.add(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_READ_KAFKA_ARGUMENT,
                                        argument.span(),
                                        "`read_kafka` takes its arguments by name")
                                .withHint("write bootstrapServers => 'host:9092'"));
                return;
            }
            String name = argument.name().get();
            places.put(name, argument.span());
            whole &= check(input, name, argument.value(), argument.span(), diagnostics);
        }
        for (Map.Entry<String, String> option : input.options().entrySet()) {
            String name = option.getKey();
            places.put(name, input.span());
            Optional<String> value = Optional.of(option.getValue());
            whole &= check(input, name, value, input.span(), diagnostics);
        }
        if (whole) {
            KafkaOptions.together(places.keySet(), input.streaming())
                    .ifPresent(
                            objection ->
                                    report(
                                            objection,
                                            objection
                                                    .argument()
                                                    .map(places::get)
                                                    .orElse(input.span()),
                                            diagnostics));
        }
    }

    private static boolean check(
            QueryInput input,
            String name,
            Optional<String> value,
            SourceSpan span,
            Diagnostics diagnostics) {
        Optional<KafkaOptions.Objection> objection =
                value.isEmpty() || KafkaOptions.isNotExecuted(name)
                        ? KafkaOptions.unknown(name)
                        : KafkaOptions.objection(name, value.get(), input.streaming());
        objection.ifPresent(found -> report(found, span, diagnostics));
        return objection.isEmpty();
    }

    private static void report(
            KafkaOptions.Objection objection, SourceSpan span, Diagnostics diagnostics) {
        Diagnostic diagnostic =
                Diagnostic.of(ErrorCode.MILLRACE_READ_KAFKA_ARGUMENT, span, objection.what());
        diagnostics.add(
                objection
                        .nearest()
                        .map(near -> diagnostic.withHint("did you mean `" + near + "`?"))
                        .orElse(diagnostic));
    }
}
