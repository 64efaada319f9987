/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;

/** Trouble with databases and brokers that may pass by itself. */
public final class SinkTrouble {

    /** Lost connections, rolled back transactions, servers that stop or have no room. */
    private static final Set<String> PASSING = Set.of("08", "40", "53", "57");

    private static final String RETRIABLE = "org.apache.kafka.common.errors.RetriableException";

    private SinkTrouble() {}

    /** Whether another try may help, as far as this error alone tells. */
    public static boolean passes(Throwable error) {
        if (error instanceof SQLException sql) {
            String state = sql.getSQLState();
            return sql instanceof SQLTransientException
                    || sql instanceof SQLRecoverableException
                    || (state != null
                            && state.length() == 5
                            && PASSING.contains(state.substring(0, 2)));
        }
        for (Class<?> type = error.getClass(); type != null; type = type.getSuperclass()) {
            if (type.getName().equals(RETRIABLE)) {
                return true;
            }
        }
        return false;
    }
}
