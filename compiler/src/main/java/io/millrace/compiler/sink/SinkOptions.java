/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.sink;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.compiler.kafka.ClientOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Judges the options of sinks. Letter case does not matter in the names of options. */
public final class SinkOptions {

    /** Which rows a query hands out: those that are new, or those that have changed too. */
    public static final String OUTPUT_MODE = "outputMode";

    public static final String UPDATE = "update";
    public static final String PATH = "path";
    public static final String TABLE_NAME = "tableName";
    public static final String URL = "url";
    public static final String TABLE = "dbtable";

    /** The columns of a database's table by which rows replace those that are there. */
    public static final String UPSERT_KEYS = "upsertKeys";

    /** The column that tells which of two rows with equal keys is the later. */
    public static final String UPSERT_SEQUENCE = "upsertSequence";

    /** Where a database keeps which batches it has. */
    public static final String MARK_TABLE = "markTable";

    /** Whether a database keeps which batches it has. */
    public static final String EXACTLY_ONCE = "exactlyOnce";

    private static final List<String> MODES = List.of("append", UPDATE);
    private static final String KAFKA = "kafka.";
    private static final String SERVERS = "kafka.bootstrap.servers";

    private static final List<String> DELTA_OPTIONS =
            List.of(
                    PATH,
                    TABLE_NAME,
                    OUTPUT_MODE,
                    "compression",
                    "maxRecordsPerFile",
                    "mergeSchema",
                    "optimizeWrite",
                    "userMetadata");

    /** What begins so is handed to the file system, or becomes a property of a new table. */
    private static final List<String> DELTA_PREFIXES = List.of("fs.", "delta.");

    private static final List<String> JDBC_OPTIONS =
            List.of(
                    URL,
                    TABLE,
                    OUTPUT_MODE,
                    UPSERT_KEYS,
                    UPSERT_SEQUENCE,
                    MARK_TABLE,
                    EXACTLY_ONCE,
                    "driver",
                    "user",
                    "password",
                    "batchsize",
                    "connectionProvider",
                    "createTableColumnTypes",
                    "createTableOptions",
                    "keytab",
                    "principal",
                    "queryTimeout",
                    "refreshKrb5Config",
                    "sessionInitStatement");

    /** Options of reading from a database, or of other ways to write. */
    private static final List<String> JDBC_UNUSED =
            List.of(
                    "query",
                    "partitionColumn",
                    "lowerBound",
                    "upperBound",
                    "fetchsize",
                    "numPartitions",
                    "isolationLevel",
                    "truncate",
                    "cascadeTruncate");

    private static final List<String> KAFKA_OPTIONS =
            List.of(SERVERS, "topic", "includeHeaders", OUTPUT_MODE);

    private static final List<String> PRODUCER_SETTINGS =
            ClientOptions.ofProducers().stream().map(KAFKA::concat).toList();

    private SinkOptions() {}

    /**
     * What is wrong with the options of a sink.
     *
     * @param option the one at fault, as written; empty when one is missing
     * @param message a sentence about {@code sink `name`}, beginning behind it
     * @param hint what to write instead
     */
    public record Problem(Optional<String> option, String message, Optional<String> hint) {
        public Problem {
            requireNonNull(option, "option");
            requireNonNull(message, "message");
            requireNonNull(hint, "hint");
        }

        private static Problem at(String option, String message, String hint) {
            return new Problem(Optional.of(option), message, Optional.of(hint));
        }

        private static Problem missing(String message, String hint) {
            return new Problem(Optional.empty(), message, Optional.of(hint));
        }
    }

    /** Everything that is wrong, the options in their order first. */
    public static List<Problem> problems(String format, Map<String, String> given) {
        Map<String, String> options = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        options.putAll(given);
        SinkFormat kind = SinkFormat.of(format);
        List<Problem> problems = new ArrayList<>();
        given.forEach((name, value) -> option(kind, name, value).ifPresent(problems::add));
        switch (kind) {
            case DELTA -> delta(options, problems);
            case JDBC -> jdbc(options, problems);
            case KAFKA -> require(options, SERVERS, "'host:9092'", problems);
            case FILES -> require(options, PATH, "'folder'", problems);
            case OTHER -> {}
        }
        return problems;
    }

    private static Optional<Problem> option(SinkFormat kind, String name, String value) {
        if (name.equalsIgnoreCase("checkpointLocation") || name.equalsIgnoreCase("queryName")) {
            return Optional.of(
                    Problem.at(
                            name,
                            "has an option `%s`, which the pipeline decides itself".formatted(name),
                            "leave it out"));
        }
        if (name.equalsIgnoreCase(OUTPUT_MODE)) {
            return outputMode(kind, name, value);
        }
        return switch (kind) {
            case DELTA -> deltaOption(name);
            case JDBC -> jdbcOption(name, value);
            case KAFKA -> kafkaOption(name);
            case FILES, OTHER -> Optional.empty();
        };
    }

    private static Optional<Problem> outputMode(SinkFormat kind, String name, String value) {
        if (MODES.stream().noneMatch(value.strip()::equalsIgnoreCase)) {
            return Optional.of(
                    Problem.at(
                            name,
                            "has an option `%s` that is '%s'".formatted(name, value),
                            "write 'append' or 'update'"));
        }
        boolean appendsOnly = kind == SinkFormat.DELTA || kind == SinkFormat.FILES;
        return appendsOnly && value.strip().equalsIgnoreCase(UPDATE)
                ? Optional.of(
                        Problem.at(
                                name,
                                "only takes new rows, so that its `%s` cannot be '%s'"
                                        .formatted(name, value),
                                "leave it out; a streaming table can follow rows that change"))
                : Optional.empty();
    }

    private static Optional<Problem> deltaOption(String name) {
        if (name.equalsIgnoreCase("txnAppId") || name.equalsIgnoreCase("txnVersion")) {
            return Optional.of(
                    Problem.at(
                            name,
                            "has an option `%s`, which the pipeline decides itself".formatted(name),
                            "leave it out"));
        }
        if (DELTA_PREFIXES.stream().anyMatch(lower(name)::startsWith)) {
            return Optional.empty();
        }
        return unknown(name, "delta", DELTA_OPTIONS);
    }

    /** What is not known goes to the driver, which has options of its own. */
    private static Optional<Problem> jdbcOption(String name, String value) {
        if (contains(JDBC_UNUSED, name)) {
            return Optional.of(
                    Problem.at(
                            name,
                            "has an option `%s`, which does nothing here".formatted(name),
                            "leave it out"));
        }
        if (name.equalsIgnoreCase(EXACTLY_ONCE)
                && !value.strip().equalsIgnoreCase("true")
                && !value.strip().equalsIgnoreCase("false")) {
            return Optional.of(
                    Problem.at(
                            name,
                            "has an option `%s` that is '%s'".formatted(name, value),
                            "write 'true' or 'false'"));
        }
        if (name.equalsIgnoreCase(UPSERT_KEYS) && columns(value).isEmpty()) {
            return Optional.of(
                    Problem.at(
                            name,
                            "has an option `%s` that names no column".formatted(name),
                            "write the names of columns, joined by commas"));
        }
        return misspelt(name, "jdbc", JDBC_OPTIONS);
    }

    private static Optional<Problem> kafkaOption(String name) {
        if (name.equalsIgnoreCase("kafka.key.serializer")
                || name.equalsIgnoreCase("kafka.value.serializer")) {
            return Optional.of(
                    Problem.at(
                            name,
                            "has an option `%s`, but keys and values are written as they are"
                                    .formatted(name),
                            "leave it out, and make the bytes in the query"));
        }
        return lower(name).startsWith(KAFKA)
                ? misspelt(name, "kafka", PRODUCER_SETTINGS)
                : unknown(name, "kafka", KAFKA_OPTIONS);
    }

    private static void delta(Map<String, String> options, List<Problem> problems) {
        if (options.containsKey(PATH) == options.containsKey(TABLE_NAME)) {
            problems.add(
                    Problem.missing(
                            options.containsKey(PATH)
                                    ? "has both `path` and `tableName`"
                                    : "does not say where its table is",
                            "give `path` or `tableName`"));
        }
    }

    private static void jdbc(Map<String, String> options, List<Problem> problems) {
        require(options, URL, "'jdbc:postgresql://host/database'", problems);
        require(options, TABLE, "'orders'", problems);
        if (options.containsKey(UPSERT_SEQUENCE) && !options.containsKey(UPSERT_KEYS)) {
            problems.add(
                    Problem.missing(
                            "has `%s` without `%s`".formatted(UPSERT_SEQUENCE, UPSERT_KEYS),
                            "name the columns of the key"));
        }
    }

    private static void require(
            Map<String, String> options, String name, String example, List<Problem> problems) {
        boolean misspelt =
                options.keySet().stream()
                        .anyMatch(given -> NearestName.of(given, List.of(name)).isPresent());
        if (!options.containsKey(name) && !misspelt) {
            problems.add(
                    Problem.missing(
                            "has no option `%s`".formatted(name),
                            "add '%s' = %s".formatted(name, example)));
        }
    }

    private static Optional<Problem> unknown(String name, String format, List<String> known) {
        if (contains(known, name)) {
            return Optional.empty();
        }
        String hint =
                NearestName.of(name, known)
                        .map(near -> "did you mean `" + near + "`?")
                        .orElseGet(() -> "options are " + String.join(", ", known));
        return Optional.of(
                Problem.at(
                        name,
                        "has an option `%s`, which is none of %s".formatted(name, format),
                        hint));
    }

    /** Only what is nearly a known name is taken for a mistake. */
    private static Optional<Problem> misspelt(String name, String format, List<String> known) {
        return contains(known, name) || NearestName.of(name, known).isEmpty()
                ? Optional.empty()
                : unknown(name, format, known);
    }

    private static boolean contains(Collection<String> names, String name) {
        return names.stream().anyMatch(name::equalsIgnoreCase);
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Whether a sink takes rows that have changed, and not only new ones. */
    public static boolean takeChanges(Map<String, String> options) {
        return options.entrySet().stream()
                .anyMatch(
                        option ->
                                option.getKey().equalsIgnoreCase(UPSERT_KEYS)
                                        || (option.getKey().equalsIgnoreCase(OUTPUT_MODE)
                                                && option.getValue()
                                                        .strip()
                                                        .equalsIgnoreCase(UPDATE)));
    }

    /** The names in a list that is joined by commas. */
    public static List<String> columns(String list) {
        return Arrays.stream(list.split(",", -1))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** Whether an option is for Millrace alone, and is not handed on. */
    public static boolean isOwn(String name) {
        return contains(
                List.of(OUTPUT_MODE, UPSERT_KEYS, UPSERT_SEQUENCE, MARK_TABLE, EXACTLY_ONCE), name);
    }
}
