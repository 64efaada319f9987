/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.kafka;

import io.millrace.compiler.kafka.KafkaOptions;
import io.millrace.spark.QueryException;
import io.millrace.spark.catalyst.Digests;
import io.millrace.spark.catalyst.SourcePlaces;
import io.millrace.spark.function.InputAmount;
import io.millrace.spark.function.SourceIdentity;
import io.millrace.spark.function.SourceProgress;
import io.millrace.spark.function.TableFunction;
import io.millrace.spark.function.TableFunctionCall;
import io.millrace.spark.secret.SecretValues;
import io.millrace.spark.storage.StorageFiles;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * {@code read_kafka(bootstrapServers => ..., subscribe => ..., ...)}. What it does is written in
 * {@code docs/reference/read_kafka.md}.
 */
public final class ReadKafka implements TableFunction {

    private static final String CONNECTOR = "org.apache.spark.sql.kafka010.KafkaSourceProvider";

    private static final String ARTIFACT = "org.apache.spark:spark-sql-kafka-0-10_2.13:";

    /** The file, in the folder of the source, of the place where a stream began. */
    private static final String BEGUN = "/0";

    @Override
    public String name() {
        return KafkaOptions.FUNCTION;
    }

    @Override
    public Dataset<Row> batch(TableFunctionCall call) {
        KafkaArguments arguments = KafkaArguments.of(call, false);
        checkConnector(call);
        return call.session().read().format("kafka").options(arguments.readerOptions()).load();
    }

    @Override
    public Dataset<Row> stream(TableFunctionCall call) {
        KafkaArguments arguments = KafkaArguments.of(call, true);
        checkConnector(call);
        return call.session()
                .readStream()
                .format("kafka")
                .options(arguments.readerOptions())
                .load();
    }

    private static void checkConnector(TableFunctionCall call) {
        try {
            Class.forName(CONNECTOR, false, Thread.currentThread().getContextClassLoader());
        } catch (ClassNotFoundException e) {
            throw KafkaErrors.noConnector(ARTIFACT + call.session().version());
        }
    }

    /** A place in a topic is of no use in another topic or in another cluster. */
    @Override
    public Optional<SourceIdentity> identity(TableFunctionCall call) {
        KafkaArguments arguments = KafkaArguments.of(call, true);
        String topics =
                Stream.of(
                                KafkaOptions.SUBSCRIBE,
                                KafkaOptions.SUBSCRIBE_PATTERN,
                                KafkaOptions.ASSIGN)
                        .flatMap(option -> arguments.option(option).stream())
                        .collect(Collectors.joining());
        String place = SourcePlaces.KAFKA + arguments.servers() + "/" + topics;
        return Optional.of(
                new SourceIdentity(
                        SecretValues.mask(place),
                        Digests.sha256(SecretValues.mask(arguments.options().toString()))
                                .substring(0, 16)));
    }

    @Override
    public boolean hasNewInput(
            TableFunctionCall call, SourceProgress progress, Consumer<String> notice) {
        Offsets reached = Offsets.parse(progress.offset());
        return topics(KafkaArguments.of(call, true))
                .map(now -> reached.isEmpty() || waiting(now, reached) > 0)
                .orElse(true);
    }

    /** How many records lie behind the places; in partitions that are not among them, all. */
    private static long waiting(Map<String, TopicState> now, Offsets reached) {
        long records = 0;
        for (Map.Entry<String, TopicState> topic : now.entrySet()) {
            for (Map.Entry<Integer, TopicState.Range> partition :
                    topic.getValue().partitions().entrySet()) {
                TopicState.Range range = partition.getValue();
                long next = reached.of(topic.getKey(), partition.getKey()).orElse(0);
                records += Math.max(0, range.latest() - Math.max(next, range.earliest()));
            }
        }
        return records;
    }

    /** Records that a compacted topic has lost in between are counted too. */
    @Override
    public Optional<InputAmount> waiting(
            TableFunctionCall call, Optional<SourceProgress> progress) {
        KafkaArguments arguments = KafkaArguments.of(call, call.streaming());
        Optional<Offsets> reached = progress.flatMap(place -> reached(call, place));
        if (reached.isEmpty() && !readsAll(arguments, call.streaming())) {
            return Optional.empty();
        }
        try {
            return topics(arguments)
                    .map(
                            now ->
                                    InputAmount.rows(
                                            waiting(now, reached.orElseGet(ReadKafka::nothing))));
        } catch (QueryException e) {
            // A broker that is down is for the run to tell of.
            return Optional.empty();
        }
    }

    private static Offsets nothing() {
        return new Offsets(new TreeMap<>());
    }

    /** Whether a read that begins takes all the records that are there. */
    private static boolean readsAll(KafkaArguments arguments, boolean streaming) {
        Map<String, String> options = arguments.options();
        boolean limited =
                options.containsKey(KafkaOptions.STARTING_TIMESTAMP)
                        || options.containsKey(KafkaOptions.STARTING_BY_TIMESTAMP)
                        || options.containsKey(KafkaOptions.ENDING_OFFSETS)
                        || options.containsKey(KafkaOptions.ENDING_TIMESTAMP)
                        || options.containsKey(KafkaOptions.ENDING_BY_TIMESTAMP);
        String start =
                arguments
                        .option(KafkaOptions.STARTING_OFFSETS)
                        .orElse(streaming ? "latest" : "earliest");
        return !limited && start.equalsIgnoreCase("earliest");
    }

    /**
     * The arguments, and of each partition the identity of its topic, the first record and the one
     * that comes next.
     */
    @Override
    public Optional<String> fingerprint(TableFunctionCall call) {
        KafkaArguments arguments = KafkaArguments.of(call, false);
        try {
            return topics(arguments).map(now -> Digests.sha256(arguments.options() + "\n" + now));
        } catch (QueryException e) {
            return Optional.empty();
        }
    }

    @Override
    public List<String> lost(TableFunctionCall call, Optional<SourceProgress> progress) {
        KafkaArguments arguments = KafkaArguments.of(call, true);
        Optional<SortedMap<String, TopicState>> now = topics(arguments);
        if (now.isEmpty()) {
            return List.of();
        }
        StorageFiles files = files(call);
        Offsets reached =
                progress.flatMap(place -> reached(call, place)).orElseGet(ReadKafka::nothing);
        if (reached.isEmpty()) {
            checkTopics(arguments, now.get());
        }
        KeptTopics kept = KeptTopics.load(files, call.stateFolder());
        List<String> losses = DataLoss.ahead(reached, kept, now.get());
        if (losses.isEmpty() || !arguments.failsOnDataLoss()) {
            KeptTopics present = KeptTopics.of(now.get());
            if (call.stateFolder().isPresent() && !present.equals(kept)) {
                present.save(files, call.stateFolder().get());
            }
        }
        return losses;
    }

    @Override
    public Optional<String> waysOutOfLoss(TableFunctionCall call) {
        return KafkaArguments.of(call, true).failsOnDataLoss()
                ? Optional.of("read_kafka(..., failOnDataLoss => false)")
                : Optional.empty();
    }

    /** A stream that begins needs its topics; later a missing one is a loss. */
    private static void checkTopics(KafkaArguments arguments, Map<String, TopicState> now) {
        List<String> missing =
                arguments.topics().orElse(List.of()).stream()
                        .filter(topic -> !now.containsKey(topic))
                        .toList();
        if (!missing.isEmpty()) {
            throw KafkaErrors.noTopic(
                    "there is no topic `%s` at %s"
                            .formatted(String.join("`, `", missing), arguments.servers()),
                    null);
        }
    }

    @Override
    public List<String> vanished(TableFunctionCall call, SourceProgress progress) {
        KafkaArguments arguments = KafkaArguments.of(call, true);
        Optional<Offsets> begun = begun(call, progress);
        if (begun.isEmpty()) {
            return List.of();
        }
        Map<String, String> options = arguments.options();
        boolean fromLatest =
                !options.containsKey(KafkaOptions.STARTING_TIMESTAMP)
                        && !options.containsKey(KafkaOptions.STARTING_BY_TIMESTAMP)
                        && arguments
                                .option(KafkaOptions.STARTING_OFFSETS)
                                .orElse("latest")
                                .equalsIgnoreCase("latest");
        return topics(arguments)
                .map(
                        now ->
                                DataLoss.behind(
                                        begun.get(),
                                        Offsets.parse(progress.offset()),
                                        fromLatest,
                                        now))
                .orElse(List.of());
    }

    @Override
    public String vanishedThings(TableFunctionCall call) {
        return "ranges of records";
    }

    /** How far a stream has come, or where it begins when it has not finished a batch. */
    private static Optional<Offsets> reached(TableFunctionCall call, SourceProgress progress) {
        Offsets reached = Offsets.parse(progress.offset());
        return reached.isEmpty() ? begun(call, progress) : Optional.of(reached);
    }

    /** Spark writes a version and the offsets. */
    private static Optional<Offsets> begun(TableFunctionCall call, SourceProgress progress) {
        return files(call)
                .read(progress.sourceFolder() + BEGUN)
                .map(text -> Offsets.parse(text.substring(Math.max(0, text.indexOf('{')))))
                .filter(offsets -> !offsets.isEmpty());
    }

    private static StorageFiles files(TableFunctionCall call) {
        return new StorageFiles(call.session().sparkContext().hadoopConfiguration());
    }

    /** Empty where Kafka's client is out of reach of this class. */
    private static Optional<SortedMap<String, TopicState>> topics(KafkaArguments arguments) {
        try {
            return Optional.of(TopicOffsets.now(arguments));
        } catch (NoClassDefFoundError e) {
            return Optional.empty();
        }
    }
}
