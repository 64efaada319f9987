/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What {@code read_kafka} takes: its options and what their values look like. The one list for the
 * checks of the compiler and for the reading itself. Entry type: {@link
 * io.millrace.compiler.kafka.KafkaOptions}; sinks use the settings of clients, {@link
 * io.millrace.compiler.kafka.ClientOptions}. No broker is asked here.
 */
package io.millrace.compiler.kafka;
