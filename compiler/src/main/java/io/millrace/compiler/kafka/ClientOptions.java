/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.kafka;

import io.millrace.compiler.diagnostic.NearestName;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of Kafka's consumer, as they stand behind {@code kafka.}. Others are let through,
 * because what is plugged into a client may have settings of its own.
 */
final class ClientOptions {

    private static final List<String> NAMES =
            List.of(
                    "allow.auto.create.topics",
                    "auto.include.jmx.reporter",
                    "bootstrap.servers",
                    "check.crcs",
                    "client.dns.lookup",
                    "client.id",
                    "client.rack",
                    "connections.max.idle.ms",
                    "default.api.timeout.ms",
                    "enable.metrics.push",
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
                    "metadata.max.age.ms",
                    "metadata.recovery.strategy",
                    "metric.reporters",
                    "metrics.num.samples",
                    "metrics.recording.level",
                    "metrics.sample.window.ms",
                    "partition.assignment.strategy",
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
                    "session.timeout.ms",
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

    /** Those that cannot be given, each with the reason. */
    private static final Map<String, String> REFUSED =
            Map.of(
                    "auto.offset.reset", "is not taken: `startingOffsets` says where to begin",
                    "enable.auto.commit", "is not taken: the checkpoint says what has been read",
                    "interceptor.classes", "is not taken: it could change what is read",
                    "key.deserializer", "is not taken: cast `key` in the query",
                    "value.deserializer", "is not taken: cast `value` in the query");

    private ClientOptions() {}

    /** What is wrong with giving a setting, whatever its value. */
    static Optional<String> objection(String name) {
        return Optional.ofNullable(REFUSED.get(name));
    }

    /** The setting of that name, without {@code kafka.}. */
    static Optional<String> named(String name) {
        return NAMES.contains(name) ? Optional.of(name) : Optional.empty();
    }

    /** The setting that a name which is none most likely meant. */
    static Optional<String> nearest(String name) {
        return NAMES.contains(name) ? Optional.empty() : NearestName.of(name, NAMES);
    }
}
