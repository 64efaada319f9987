/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.kafka;

import io.millrace.compiler.kafka.KafkaOptions;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.function.TableFunctionException;
import java.util.Optional;

/** The errors of {@code read_kafka}; {@code docs/run-errors.md} tells of each code. */
final class KafkaErrors {

    private KafkaErrors() {}

    static TableFunctionException argument(Optional<String> name, String message) {
        return new TableFunctionException(
                RunErrorCode.MILLRACE_READ_KAFKA_ARGUMENT.name(), message, name, null);
    }

    static TableFunctionException argument(KafkaOptions.Objection objection) {
        String hint = objection.nearest().map(near -> "; did you mean `" + near + "`?").orElse("");
        return argument(objection.argument(), objection.what() + hint);
    }

    /** Spark's Kafka connector is not on the class path. */
    static TableFunctionException noConnector(String coordinates) {
        return new TableFunctionException(
                RunErrorCode.MILLRACE_KAFKA_CONNECTOR_MISSING.name(),
                "Spark's Kafka connector is not on the class path: start Spark with --packages "
                        + coordinates);
    }

    static QueryException unreachable(String servers, Throwable cause) {
        return new QueryException(
                RunErrorCode.MILLRACE_KAFKA_UNREACHABLE,
                "no Kafka broker answers at %s".formatted(servers),
                "start it, or correct `bootstrapServers`, which is a comma list of host:port",
                cause);
    }

    static QueryException denied(String what, Throwable cause) {
        return new QueryException(
                RunErrorCode.MILLRACE_KAFKA_DENIED,
                "Kafka refuses access: %s".formatted(what),
                "correct the `kafka.security.protocol`, `kafka.sasl...` or `kafka.ssl...` options,"
                        + " or have the right granted",
                cause);
    }

    static QueryException noTopic(String which, Throwable cause) {
        return new QueryException(
                RunErrorCode.MILLRACE_KAFKA_TOPIC_MISSING,
                which,
                "create it, or correct the name; `subscribePattern` also takes topics that come"
                        + " later",
                cause);
    }

    static QueryException other(String message, Throwable cause) {
        return new QueryException(
                RunErrorCode.MILLRACE_KAFKA_FAILED,
                "Kafka fails: " + message,
                "look at the brokers' log",
                cause);
    }
}
