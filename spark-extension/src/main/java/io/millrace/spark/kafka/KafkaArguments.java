/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.kafka;

import io.millrace.compiler.kafka.KafkaOptions;
import io.millrace.compiler.kafka.KafkaTime;
import io.millrace.spark.function.TableFunctionCall;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The arguments of a call, checked.
 *
 * @param options by the names of {@link KafkaOptions}, the values as text
 * @param zone of times that name none
 */
record KafkaArguments(Map<String, String> options, ZoneId zone) {

    KafkaArguments {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    static KafkaArguments of(TableFunctionCall call, boolean streaming) {
        if (!call.positional().isEmpty()) {
            throw KafkaErrors.argument(
                    Optional.empty(),
                    "`read_kafka` takes its arguments by name: read_kafka(bootstrapServers =>"
                            + " 'host:9092', subscribe => 'topic')");
        }
        Map<String, String> options = new LinkedHashMap<>();
        call.named().forEach((name, value) -> put(options, name, value, streaming));
        call.options().forEach((name, value) -> put(options, name, value, streaming));
        KafkaOptions.together(options.keySet(), streaming)
                .ifPresent(
                        objection -> {
                            throw KafkaErrors.argument(objection);
                        });
        String zone = call.session().conf().get("spark.sql.session.timeZone");
        return new KafkaArguments(options, ZoneId.of(zone, ZoneId.SHORT_IDS));
    }

    private static void put(
            Map<String, String> options, String given, Object value, boolean streaming) {
        if (value == null) {
            throw KafkaErrors.argument(
                    Optional.of(given), "`%s` must not be NULL".formatted(given));
        }
        String text = text(value);
        KafkaOptions.objection(given, text, streaming)
                .ifPresent(
                        objection -> {
                            throw KafkaErrors.argument(objection);
                        });
        String before = options.putIfAbsent(KafkaOptions.plainName(given), text);
        if (before != null && !before.equals(text)) {
            throw KafkaErrors.argument(
                    Optional.of(given),
                    "`%s` is given twice".formatted(KafkaOptions.plainName(given)));
        }
    }

    /** Times as numbers, which name no zone. */
    private static String text(Object value) {
        if (value instanceof java.sql.Timestamp time) {
            return String.valueOf(time.getTime());
        }
        if (value instanceof Instant time) {
            return String.valueOf(time.toEpochMilli());
        }
        return String.valueOf(value);
    }

    Optional<String> option(String name) {
        return Optional.ofNullable(options.get(name)).map(String::strip);
    }

    String servers() {
        return option(KafkaOptions.BOOTSTRAP_SERVERS).orElseThrow();
    }

    /** The topics, where they are named one by one. */
    Optional<List<String>> topics() {
        return option(KafkaOptions.SUBSCRIBE)
                .map(
                        names ->
                                Stream.of(names.split(",", -1))
                                        .map(String::strip)
                                        .filter(name -> !name.isEmpty())
                                        .toList());
    }

    boolean failsOnDataLoss() {
        return option(KafkaOptions.FAIL_ON_DATA_LOSS).map(Boolean::parseBoolean).orElse(true);
    }

    /** The options of Spark's reader. */
    Map<String, String> readerOptions() {
        Map<String, String> reader = new LinkedHashMap<>();
        options.forEach(
                (name, value) -> {
                    switch (name) {
                        case KafkaOptions.BOOTSTRAP_SERVERS ->
                                reader.put(KafkaOptions.CLIENT_SERVERS, value.strip());
                        case KafkaOptions.STARTING_TIMESTAMP, KafkaOptions.ENDING_TIMESTAMP ->
                                reader.put(name, milliseconds(value));
                        default -> reader.put(name, value.strip());
                    }
                });
        return reader;
    }

    private String milliseconds(String time) {
        return String.valueOf(KafkaTime.milliseconds(time, zone).orElseThrow());
    }

    /** The settings of Kafka's own client, without {@code kafka.} in front. */
    Map<String, String> clientOptions() {
        Map<String, String> client = new LinkedHashMap<>();
        readerOptions()
                .forEach(
                        (name, value) -> {
                            if (name.startsWith(KafkaOptions.CLIENT)) {
                                client.put(name.substring(KafkaOptions.CLIENT.length()), value);
                            }
                        });
        return client;
    }
}
