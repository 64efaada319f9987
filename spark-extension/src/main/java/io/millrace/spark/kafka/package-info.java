/* SPDX-License-Identifier: Apache-2.0 */
/**
 * {@code read_kafka} by Spark's own Kafka connector: the arguments, what topics offer now, what is
 * lost. Entry type: {@link io.millrace.spark.kafka.ReadKafka}. The connector and Kafka's client
 * need not be on the class path; only {@code TopicOffsets} names classes of the client.
 */
package io.millrace.spark.kafka;
