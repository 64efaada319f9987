/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import java.sql.SQLException;

/** Carries what a database said. */
final class DatabaseException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    DatabaseException(SQLException cause) {
        super(cause);
    }
}
