/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.QueryException;
import io.millrace.spark.catalyst.statement.SessionStatement;
import io.millrace.spark.catalyst.statement.StatementException;
import io.millrace.spark.execution.error.MachineErrors;
import io.millrace.spark.problem.Cancellation;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * A statement that says that it was canceled whenever it was, also while it was still reading files
 * or definitions, whatever error the interrupt has become there. The thread stays interrupted.
 */
record CancelableStatement(SessionStatement statement) implements SessionStatement {

    CancelableStatement {
        requireNonNull(statement, "statement");
    }

    @Override
    public String name() {
        return statement.name();
    }

    @Override
    public StructType schema() {
        return statement.schema();
    }

    @Override
    public List<Row> run(SparkSession session) {
        if (Thread.currentThread().isInterrupted()) {
            throw Problems.canceled(Optional.empty());
        }
        try {
            return statement.run(session);
        } catch (Throwable e) {
            // Scala does not declare what it throws.
            boolean known = e instanceof StatementException told && Problems.isCancellation(told);
            if (!known && isStop(e)) {
                throw Problems.canceled(Optional.of(e));
            }
            Optional<QueryException> machine =
                    e instanceof StatementException ? Optional.empty() : MachineErrors.explain(e);
            if (machine.isPresent()) {
                throw Problems.of(machine.get());
            }
            throw e;
        }
    }

    private static boolean isStop(Throwable error) {
        if (error instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return Thread.currentThread().isInterrupted()
                || Cancellation.isInterrupt(error)
                || Cancellation.isOfJob(error);
    }
}
