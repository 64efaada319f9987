/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;

class SinkTroubleTest {

    @Test
    void lostConnectionsAndBusyServersMayPassAndWrongRowsDoNot() {
        assertThat(SinkTrouble.passes(new SQLException("gone", "08006"))).isTrue();
        assertThat(SinkTrouble.passes(new SQLException("deadlock", "40P01"))).isTrue();
        assertThat(SinkTrouble.passes(new SQLException("stops", "57P01"))).isTrue();
        assertThat(SinkTrouble.passes(new SQLTransientConnectionException("busy"))).isTrue();
        assertThat(SinkTrouble.passes(new SQLException("check", "23514"))).isFalse();
        assertThat(SinkTrouble.passes(new SQLException("no state"))).isFalse();
    }
}
