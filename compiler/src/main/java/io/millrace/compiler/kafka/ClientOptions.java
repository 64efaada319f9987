/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.kafka;

import io.millrace.compiler.diagnostic.NearestName;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The settings of Kafka's clients, as they stand behind {@code kafka.}. Others are let through,
 * because what is plugged into a client may have settings of its own.
 */
public final class ClientOptions {

    /** Settings of every client. */
    private static final List<String> SHARED =
            List.of(
                    "auto.include.jmx.reporter",
                    "bootstrap.servers",
                    "client.dns.lookup",
                    "client.id",
                    "client.rack",
                    "connections.max.idle.ms",
                    "enable.metrics.push",
                    "metadata.max.age.ms",
                    "metadata.recovery.strategy",
                    "metric.reporters",
                    "metrics.num.samples",
                    "metrics.recording.level",
                    "metrics.sample.window.ms",
                    "receive.buffer.bytes",
                    "reconnect.backoff.max.ms",
                    "reconnect.backoff.ms",
                    "request.timeout.ms",
                    "retry.backoff.max.ms",
                    "retry.backoff.ms",
                    "sasl.client.callback.handler.class",
                    "sasl.jaas.config",
                    "sasl.kerberos.kinit.cmd",
                    "sasl.kerberos.min.time.before.relogin",
                    "sasl.kerberos.service.name",
                    "sasl.kerberos.ticket.renew.jitter",
                    "sasl.kerberos.ticket.renew.window.factor",
                    "sasl.login.callback.handler.class",
                    "sasl.login.class",
                    "sasl.login.connect.timeout.ms",
                    "sasl.login.read.timeout.ms",
                    "sasl.login.refresh.buffer.seconds",
                    "sasl.login.refresh.min.period.seconds",
                    "sasl.login.refresh.window.factor",
                    "sasl.login.refresh.window.jitter",
                    "sasl.login.retry.backoff.max.ms",
                    "sasl.login.retry.backoff.ms",
                    "sasl.mechanism",
                    "sasl.oauthbearer.clock.skew.seconds",
                    "sasl.oauthbearer.expected.audience",
                    "sasl.oauthbearer.expected.issuer",
                    "sasl.oauthbearer.header.urlencode",
                    "sasl.oauthbearer.jwks.endpoint.refresh.ms",
                    "sasl.oauthbearer.jwks.endpoint.retry.backoff.max.ms",
                    "sasl.oauthbearer.jwks.endpoint.retry.backoff.ms",
                    "sasl.oauthbearer.jwks.endpoint.url",
                    "sasl.oauthbearer.scope.claim.name",
                    "sasl.oauthbearer.sub.claim.name",
                    "sasl.oauthbearer.token.endpoint.url",
                    "security.protocol",
                    "security.providers",
                    "send.buffer.bytes",
                    "socket.connection.setup.timeout.max.ms",
                    "socket.connection.setup.timeout.ms",
                    "ssl.cipher.suites",
                    "ssl.enabled.protocols",
                    "ssl.endpoint.identification.algorithm",
                    "ssl.engine.factory.class",
                    "ssl.key.password",
                    "ssl.keymanager.algorithm",
                    "ssl.keystore.certificate.chain",
                    "ssl.keystore.key",
                    "ssl.keystore.location",
                    "ssl.keystore.password",
                    "ssl.keystore.type",
                    "ssl.protocol",
                    "ssl.provider",
                    "ssl.secure.random.implementation",
                    "ssl.trustmanager.algorithm",
                    "ssl.truststore.certificates",
                    "ssl.truststore.location",
                    "ssl.truststore.password",
                    "ssl.truststore.type");

    /** Settings of those that read alone. */
    private static final List<String> CONSUMER =
            List.of(
                    "allow.auto.create.topics",
                    "check.crcs",
                    "default.api.timeout.ms",
                    "exclude.internal.topics",
                    "fetch.max.bytes",
                    "fetch.max.wait.ms",
                    "fetch.min.bytes",
                    "group.id",
                    "group.instance.id",
                    "group.protocol",
                    "group.remote.assignor",
                    "heartbeat.interval.ms",
                    "isolation.level",
                    "max.partition.fetch.bytes",
                    "max.poll.interval.ms",
                    "max.poll.records",
                    "partition.assignment.strategy",
                    "session.timeout.ms");

    /** Settings of those that write alone; transactions are none, as a sink makes none. */
    private static final List<String> PRODUCER =
            List.of(
                    "acks",
                    "batch.size",
                    "buffer.memory",
                    "compression.gzip.level",
                    "compression.lz4.level",
                    "compression.type",
                    "compression.zstd.level",
                    "delivery.timeout.ms",
                    "enable.idempotence",
                    "interceptor.classes",
                    "linger.ms",
                    "max.block.ms",
                    "max.in.flight.requests.per.connection",
                    "max.request.size",
                    "metadata.max.idle.ms",
                    "partitioner.adaptive.partitioning.enable",
                    "partitioner.availability.timeout.ms",
                    "partitioner.class",
                    "partitioner.ignore.keys",
                    "retries");

    private static final List<String> OF_CONSUMERS = join(SHARED, CONSUMER);
    private static final List<String> OF_PRODUCERS = join(SHARED, PRODUCER);

    /** Those that a consumer cannot be given, each with the reason. */
    private static final Map<String, String> REFUSED =
            Map.of(
                    "auto.offset.reset", "is not taken: `startingOffsets` says where to begin",
                    "enable.auto.commit", "is not taken: the checkpoint says what has been read",
                    "interceptor.classes", "is not taken: it could change what is read",
                    "key.deserializer", "is not taken: cast `key` in the query",
                    "value.deserializer", "is not taken: cast `value` in the query");

    private ClientOptions() {}

    private static List<String> join(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** The settings of clients that write, without those that a sink decides. */
    public static List<String> ofProducers() {
        return OF_PRODUCERS;
    }

    /** What is wrong with giving a consumer a setting, whatever its value. */
    static Optional<String> objection(String name) {
        return Optional.ofNullable(REFUSED.get(name));
    }

    /** The consumer's setting of that name, without {@code kafka.}. */
    static Optional<String> named(String name) {
        return OF_CONSUMERS.contains(name) ? Optional.of(name) : Optional.empty();
    }

    /** The consumer's setting that a name which is none most likely meant. */
    static Optional<String> nearest(String name) {
        return OF_CONSUMERS.contains(name) ? Optional.empty() : NearestName.of(name, OF_CONSUMERS);
    }
}
