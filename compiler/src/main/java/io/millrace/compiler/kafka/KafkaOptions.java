/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.kafka;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.diagnostic.NearestName;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Judges the arguments of {@code read_kafka}. */
public final class KafkaOptions {

    public static final String FUNCTION = "read_kafka";

    public static final String BOOTSTRAP_SERVERS = "bootstrapServers";
    public static final String SUBSCRIBE = "subscribe";
    public static final String SUBSCRIBE_PATTERN = "subscribePattern";
    public static final String ASSIGN = "assign";
    public static final String STARTING_OFFSETS = "startingOffsets";
    public static final String STARTING_TIMESTAMP = "startingTimestamp";
    public static final String STARTING_BY_TIMESTAMP = "startingOffsetsByTimestamp";
    public static final String ENDING_OFFSETS = "endingOffsets";
    public static final String ENDING_TIMESTAMP = "endingTimestamp";
    public static final String ENDING_BY_TIMESTAMP = "endingOffsetsByTimestamp";
    public static final String FAIL_ON_DATA_LOSS = "failOnDataLoss";
    public static final String INCLUDE_HEADERS = "includeHeaders";

    /** What stands before the settings of Kafka's own client. */
    public static final String CLIENT = "kafka.";

    /** Kafka's own name of {@link #BOOTSTRAP_SERVERS}. */
    public static final String CLIENT_SERVERS = "kafka.bootstrap.servers";

    private static final List<String> TOPICS = List.of(SUBSCRIBE, SUBSCRIBE_PATTERN, ASSIGN);
    private static final List<String> STARTS =
            List.of(STARTING_OFFSETS, STARTING_TIMESTAMP, STARTING_BY_TIMESTAMP);
    private static final List<String> ENDS =
            List.of(ENDING_OFFSETS, ENDING_TIMESTAMP, ENDING_BY_TIMESTAMP);

    /** Needs Databricks: right in a file, refused when it is run. */
    private static final Set<String> NOT_EXECUTED = Set.of("servicecredential");

    private static final Map<String, Option> OPTIONS = new LinkedHashMap<>();

    static {
        add(KafkaValue.TEXT, BOOTSTRAP_SERVERS, SUBSCRIBE);
        add(KafkaValue.PATTERN, SUBSCRIBE_PATTERN);
        add(KafkaValue.PARTITIONS, ASSIGN);
        add(KafkaValue.STARTING, STARTING_OFFSETS);
        add(KafkaValue.TIME, STARTING_TIMESTAMP);
        add(KafkaValue.OFFSETS, STARTING_BY_TIMESTAMP);
        add(KafkaValue.STRATEGY, "startingOffsetsByTimestampStrategy");
        add(KafkaValue.ENDING, ENDING_OFFSETS);
        add(KafkaValue.TIME, ENDING_TIMESTAMP);
        add(KafkaValue.OFFSETS, ENDING_BY_TIMESTAMP);
        add(KafkaValue.COUNT, "maxOffsetsPerTrigger", "minOffsetsPerTrigger");
        add(KafkaValue.DELAY, "maxTriggerDelay");
        add(KafkaValue.COUNT, "minPartitions", "maxRecordsPerPartition");
        add(KafkaValue.BOOLEAN, FAIL_ON_DATA_LOSS, INCLUDE_HEADERS);
        add(KafkaValue.TEXT, "groupIdPrefix");
        add(KafkaValue.NUMBER, "kafkaConsumer.pollTimeoutMs");
        add(KafkaValue.NUMBER, "fetchOffset.numRetries", "fetchOffset.retryIntervalMs");
    }

    private KafkaOptions() {}

    private record Option(String name, KafkaValue value) {}

    /**
     * What is wrong with the arguments.
     *
     * @param argument the one at fault, as written; empty when one is missing
     * @param what the sentence, names in back-ticks
     * @param nearest the option that was most likely meant
     */
    public record Objection(Optional<String> argument, String what, Optional<String> nearest) {
        public Objection {
            requireNonNull(argument, "argument");
            requireNonNull(what, "what");
            requireNonNull(nearest, "nearest");
        }
    }

    /** The name of an option as the documentation writes it; as given when there is none. */
    public static String plainName(String given) {
        String lower = given.toLowerCase(Locale.ROOT);
        if (lower.equals(CLIENT_SERVERS)) {
            return BOOTSTRAP_SERVERS;
        }
        Option option = OPTIONS.get(lower);
        if (option != null) {
            return option.name();
        }
        return lower.startsWith(CLIENT) ? CLIENT + given.substring(CLIENT.length()) : given;
    }

    /** Whether Kafka's source has an option of that name, letter case apart. */
    public static boolean isKnown(String given) {
        String lower = given.toLowerCase(Locale.ROOT);
        return lower.startsWith(CLIENT) || OPTIONS.containsKey(lower);
    }

    /** Whether the dialect has the option, but it is not executed. */
    public static boolean isNotExecuted(String given) {
        return NOT_EXECUTED.contains(given.toLowerCase(Locale.ROOT));
    }

    /** What is wrong with the name of an option; empty when the dialect has it. */
    public static Optional<Objection> unknown(String given) {
        String lower = given.toLowerCase(Locale.ROOT);
        if (lower.startsWith(CLIENT)) {
            String client = lower.substring(CLIENT.length());
            return ClientOptions.objection(client)
                    .map(what -> objection(given, "`%s` %s".formatted(given, what)))
                    .or(
                            () ->
                                    ClientOptions.nearest(client)
                                            .map(
                                                    near ->
                                                            unknown(
                                                                    given,
                                                                    Optional.of(CLIENT + near))));
        }
        if (OPTIONS.containsKey(lower) || isNotExecuted(given)) {
            return Optional.empty();
        }
        return Optional.of(unknown(given, nearest(lower)));
    }

    private static Optional<String> nearest(String given) {
        return ClientOptions.named(given)
                .map(CLIENT::concat)
                .or(
                        () ->
                                NearestName.of(
                                        given,
                                        OPTIONS.values().stream().map(Option::name).toList()))
                .or(() -> ClientOptions.nearest(given).map(CLIENT::concat));
    }

    private static Objection unknown(String given, Optional<String> nearest) {
        return new Objection(
                Optional.of(given),
                "`%s` is not an option of %s".formatted(given, FUNCTION),
                nearest);
    }

    private static Objection objection(String given, String what) {
        return new Objection(Optional.of(given), what, Optional.empty());
    }

    /** What is wrong with an option and its value; empty when it can be executed. */
    public static Optional<Objection> objection(String given, String value, boolean streaming) {
        Optional<Objection> unknown = unknown(given);
        if (unknown.isPresent()) {
            return unknown;
        }
        if (isNotExecuted(given)) {
            return Optional.of(
                    objection(given, "`%s` of %s is not executed".formatted(given, FUNCTION)));
        }
        Option option = OPTIONS.get(plainName(given).toLowerCase(Locale.ROOT));
        if (option == null) {
            return Optional.empty();
        }
        if (!option.value().accepts(value.strip())) {
            return Optional.of(
                    objection(
                            given,
                            "`%s` must be %s, not '%s'"
                                    .formatted(
                                            option.name(), option.value().description(), value)));
        }
        boolean never =
                !streaming
                        && option.name().equals(STARTING_OFFSETS)
                        && value.strip().equalsIgnoreCase("latest");
        return never
                ? Optional.of(
                        objection(
                                given,
                                "`%s` cannot be 'latest' in a batch, which would read nothing"
                                        .formatted(STARTING_OFFSETS)))
                : Optional.empty();
    }

    /** What is wrong with the options together. */
    public static Optional<Objection> together(Collection<String> given, boolean streaming) {
        if (given(given, List.of(BOOTSTRAP_SERVERS)).isEmpty()) {
            return missing("needs `%s`".formatted(BOOTSTRAP_SERVERS));
        }
        if (given(given, TOPICS).isEmpty()) {
            return missing("needs one of %s".formatted(quoted(TOPICS)));
        }
        return several(given, List.of(BOOTSTRAP_SERVERS))
                .or(() -> several(given, TOPICS))
                .or(() -> several(given, STARTS))
                .or(() -> several(given, ENDS))
                .or(() -> streaming ? end(given) : Optional.empty());
    }

    private static Optional<Objection> missing(String what) {
        return Optional.of(
                new Objection(
                        Optional.empty(), "`%s` %s".formatted(FUNCTION, what), Optional.empty()));
    }

    private static Optional<Objection> several(Collection<String> given, List<String> oneOf) {
        List<String> found = given(given, oneOf);
        if (found.size() < 2) {
            return Optional.empty();
        }
        String second = found.get(1);
        return Optional.of(
                objection(
                        second,
                        "`%s` cannot be given beside `%s`".formatted(second, found.get(0))));
    }

    private static Optional<Objection> end(Collection<String> given) {
        return given(given, ENDS).stream()
                .findFirst()
                .map(
                        name ->
                                objection(
                                        name,
                                        "`%s` is for batches: a stream has no end"
                                                .formatted(name)));
    }

    /** Those of the given names that mean one of the options. */
    private static List<String> given(Collection<String> given, List<String> options) {
        List<String> found = new ArrayList<>();
        for (String name : given) {
            if (options.contains(plainName(name))) {
                found.add(name);
            }
        }
        return found;
    }

    private static String quoted(List<String> names) {
        return "`" + String.join("`, `", names) + "`";
    }

    private static void add(KafkaValue value, String... names) {
        for (String name : names) {
            OPTIONS.put(name.toLowerCase(Locale.ROOT), new Option(name, value));
        }
    }
}
