/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.graph.FlowGraph;
import io.millrace.compiler.source.SourceFile;
import io.millrace.spark.PipelineBusyException;
import io.millrace.spark.PipelineLocation;
import io.millrace.spark.PipelineRejectedException;
import io.millrace.spark.PipelineRunner;
import io.millrace.spark.QueryException;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateRequest;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import io.millrace.spark.execution.error.MachineErrors;
import io.millrace.spark.notification.Webhooks;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * One update on behalf of a statement.
 *
 * @param sources the texts that places in errors are those of
 * @param begun called when the update is decided and nothing has run
 */
record UpdateRun(
        FlowGraph graph,
        List<SourceFile> sources,
        PipelineLocation location,
        UpdateRequest request,
        Runnable begun) {

    UpdateRun {
        sources = List.copyOf(sources);
    }

    /**
     * Runs it to its end.
     *
     * @param notes what the result has to say besides
     * @throws io.millrace.spark.catalyst.statement.StatementException when it was refused, failed
     *     or was canceled
     */
    List<Row> rows(SparkSession session, List<String> notes) {
        return rows(session, notes, listener -> listener);
    }

    /**
     * The same, where others hear of the update too.
     *
     * @param others hands on to the listener that it is given; closed in the end if need be
     */
    List<Row> rows(SparkSession session, List<String> notes, UnaryOperator<UpdateListener> others) {
        List<String> all = Collections.synchronizedList(new ArrayList<>(notes));
        UpdateListener listener =
                new UpdateListener() {
                    @Override
                    public void updateStarted(String updateId, int flows) {
                        begun.run();
                    }

                    @Override
                    public void warning(String message) {
                        all.add(message);
                    }
                };
        UpdateResult result =
                UpdateRuns.attend(
                        session,
                        graph.pipeline(),
                        listener,
                        next -> {
                            UpdateListener outer = others.apply(next);
                            try {
                                return run(session, outer);
                            } finally {
                                close(outer);
                            }
                        });
        return UpdateRows.of(result, List.copyOf(all));
    }

    /** Waits for what a listener has under way. */
    static void close(UpdateListener listener) {
        if (listener instanceof Webhooks webhooks) {
            webhooks.close();
        }
    }

    UpdateResult run(SparkSession session, UpdateListener listener) {
        UpdateResult result;
        try {
            result = new PipelineRunner().run(session, graph, location, request, listener);
        } catch (PipelineRejectedException e) {
            throw Problems.rejected(e, sources);
        } catch (PipelineBusyException e) {
            throw Problems.busy(e);
        } catch (QueryException e) {
            throw Problems.of(e);
        } catch (RuntimeException | Error e) {
            Optional<QueryException> known = MachineErrors.explain(e);
            if (known.isPresent()) {
                throw Problems.of(known.get());
            }
            throw e;
        }
        if (result.status() == UpdateStatus.FAILED) {
            throw Problems.failed(result, sources);
        }
        if (result.status() == UpdateStatus.CANCELED) {
            throw Problems.canceled(result);
        }
        return result;
    }
}
