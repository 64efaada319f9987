/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.api.Test;

class KafkaFailuresTest {

    @Test
    void tellsWhatMayPassFromWhatNeedsSomebody() {
        assertThat(KafkaFailures.mayPass(new NotLeaderOrFollowerException("moves"))).isTrue();
        assertThat(KafkaFailures.mayPass(new TimeoutException("slow"))).isTrue();
        assertThat(KafkaFailures.mayPass(KafkaErrors.unreachable("host:9092", null))).isTrue();
        assertThat(KafkaFailures.mayPass(new UnknownTopicOrPartitionException("none"))).isFalse();
        assertThat(KafkaFailures.mayPass(new RecordTooLargeException("much"))).isFalse();
        assertThat(KafkaFailures.mayPass(KafkaErrors.denied("orders", null))).isFalse();
        assertThat(KafkaFailures.mayPass(new IllegalStateException("else"))).isFalse();
    }
}
