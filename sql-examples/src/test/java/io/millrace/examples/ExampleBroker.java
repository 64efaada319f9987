/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.examples;

import io.millrace.kafka.KafkaBroker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** A real broker in the place of the one that the README of an example tells to start. */
final class ExampleBroker {

    private static final String WRITTEN = "localhost:9092";
    private static final Pattern TOPIC = Pattern.compile("--create --topic (\\S+)");

    private ExampleBroker() {}

    /**
     * Does what the README says before its first command; nothing where it names no broker.
     *
     * @param copy the example's files, which are made to name the broker that runs
     */
    static void prepare(Path example, Path copy) throws IOException {
        String readme = Files.readString(example.resolve("README.md"));
        if (!readme.contains(WRITTEN)) {
            return;
        }
        String servers = KafkaBroker.shared().servers();
        List<NewTopic> topics = new ArrayList<>();
        Matcher names = TOPIC.matcher(readme);
        while (names.find()) {
            topics.add(new NewTopic(names.group(1), 1, (short) 1));
        }
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.createTopics(topics).all().get();
        } catch (ExecutionException e) {
            throw new IOException("no topics for " + example, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
        for (Path file : Repository.list(copy, 1, path -> path.toString().endsWith(".sql"))) {
            Files.writeString(file, Files.readString(file).replace(WRITTEN, servers));
        }
    }
}
