/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.kafka;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.problem.Causes;
import java.util.Optional;
import java.util.Set;

/**
 * Failures of Kafka's client, told by the names of their classes, because the client need not be on
 * the class path.
 */
public final class KafkaFailures {

    private static final String KAFKA = "org.apache.kafka.";

    private static final Set<String> DENIED =
            Set.of(
                    "AuthenticationException",
                    "AuthorizationException",
                    "SecurityDisabledException");

    private static final Set<String> SILENT =
            Set.of("TimeoutException", "DisconnectException", "NetworkException");

    private static final Set<String> NO_TOPIC = Set.of("UnknownTopicOrPartitionException");

    private KafkaFailures() {}

    /**
     * The error for the user; empty when Kafka's client did not fail, or something else is told.
     */
    public static Optional<QueryException> explain(Throwable error) {
        for (Throwable t : Causes.of(error)) {
            if (t instanceof QueryException) {
                return Optional.empty();
            }
            if (t.getClass().getName().startsWith(KAFKA)) {
                return Optional.of(explain(t, "the servers that are named"));
            }
        }
        return Optional.empty();
    }

    /**
     * The error for the user.
     *
     * @param servers where the client was told to look
     */
    static QueryException explain(Throwable failure, String servers) {
        Throwable root = Causes.innermost(failure);
        String message = String.valueOf(failure.getMessage());
        if (isOne(failure, DENIED) || isOne(root, DENIED)) {
            return KafkaErrors.denied(message, failure);
        }
        if (isOne(failure, NO_TOPIC) || isOne(root, NO_TOPIC)) {
            String what = "a topic or partition is not there";
            return KafkaErrors.noTopic(
                    message.startsWith("Topic ") ? what + ": " + message : what, failure);
        }
        boolean unresolved = String.valueOf(root.getMessage()).contains("bootstrap urls");
        if (isOne(failure, SILENT) || unresolved) {
            return KafkaErrors.unreachable(servers, failure);
        }
        return KafkaErrors.other(
                root == failure ? message : message + ": " + root.getMessage(), failure);
    }

    /** Whether a failure of Kafka's client may pass by itself; a topic does not come by itself. */
    public static boolean mayPass(Throwable error) {
        if (error instanceof QueryException query) {
            return query.condition().equals(RunErrorCode.MILLRACE_KAFKA_UNREACHABLE.name());
        }
        return error.getClass().getName().startsWith(KAFKA)
                && isOne(error, Set.of("RetriableException"))
                && !isOne(error, NO_TOPIC);
    }

    private static boolean isOne(Throwable error, Set<String> names) {
        for (Class<?> type = error.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().startsWith(KAFKA) && names.contains(type.getSimpleName())) {
                return true;
            }
        }
        return false;
    }
}
