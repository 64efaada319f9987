/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.Set;

/** Trouble with databases that may pass by itself. */
public final class SinkTrouble {

    /** Lost connections, rolled back transactions, servers that stop or have no room. */
    private static final Set<String> PASSING = Set.of("08", "40", "53", "57");

    private SinkTrouble() {}

    /** Whether another try may help, as far as this error alone tells. */
    public static boolean passes(Throwable error) {
        if (!(error instanceof SQLException sql)) {
            return false;
        }
        String state = sql.getSQLState();
        return sql instanceof SQLTransientException
                || sql instanceof SQLRecoverableException
                || (state != null
                        && state.length() == 5
                        && PASSING.contains(state.substring(0, 2)));
    }
}
