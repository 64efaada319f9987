/* SPDX-License-Identifier: Apache-2.0 */
/**
 * A Kafka broker for tests: one node in KRaft mode, in a Java process with a class path of its own.
 * Entry type: {@link io.millrace.kafka.KafkaBroker}.
 */
package io.millrace.kafka;
