/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.kafka;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;

/** The process of a broker: runs until its standard input ends. */
final class BrokerProcess {

    /** The line that it prints when it answers. */
    static final String READY = "ready";

    private static final int SECONDS_TO_START = 90;

    private BrokerProcess() {}

    /**
     * Runs the broker.
     *
     * @param args the folder, the port of clients, and that of the controller
     */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        String servers = "127.0.0.1:" + args[1];
        Path config = folder.resolve("server.properties");
        Files.write(config, settings(folder, servers, "127.0.0.1:" + args[2]));
        if (!Files.exists(folder.resolve("data/meta.properties"))) {
            String cluster = Uuid.randomUuid().toString();
            StorageTool.execute(
                    new String[] {"format", "-t", cluster, "-c", config.toString()}, System.err);
        }
        daemon("owner", BrokerProcess::awaitOwner);
        daemon("ready", () -> tellWhenReady(servers));
        Kafka.main(new String[] {config.toString()});
    }

    private static List<String> settings(Path folder, String servers, String controller) {
        return List.of(
                "process.roles=broker,controller",
                "node.id=1",
                "controller.quorum.voters=1@" + controller,
                "listeners=PLAINTEXT://" + servers + ",CONTROLLER://" + controller,
                "advertised.listeners=PLAINTEXT://" + servers,
                "controller.listener.names=CONTROLLER",
                "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT",
                "log.dirs=" + folder.resolve("data"),
                "auto.create.topics.enable=false",
                "offsets.topic.replication.factor=1",
                "offsets.topic.num.partitions=1",
                "transaction.state.log.replication.factor=1",
                "transaction.state.log.min.isr=1",
                "transaction.state.log.num.partitions=1",
                "group.initial.rebalance.delay.ms=0",
                "log.cleaner.enable=false",
                // Tests write records of other times.
                "log.retention.ms=-1",
                "log.message.timestamp.before.max.ms=9223372036854775807",
                "num.network.threads=2",
                "num.io.threads=2",
                "background.threads=2");
    }

    private static void daemon(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void awaitOwner() {
        try {
            while (System.in.read() >= 0) {
                // What comes says nothing; only the end does.
            }
        } catch (IOException e) {
            Runtime.getRuntime().halt(1);
        }
        Runtime.getRuntime().exit(0);
    }

    private static void tellWhenReady(String servers) {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", servers))) {
            admin.describeCluster().nodes().get(SECONDS_TO_START, TimeUnit.SECONDS);
            System.out.println(READY);
        } catch (Exception e) {
            e.printStackTrace();
            Runtime.getRuntime().halt(1);
        }
    }
}
