/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.event.EventLogFunction;
import io.millrace.spark.function.TableFunction;
import io.millrace.spark.function.TableFunctionCall;
import io.millrace.spark.function.TableFunctionCall.TableArgument;
import io.millrace.spark.function.TableFunctionException;
import java.util.List;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * {@code event_log} in a plain query of a session: {@code event_log(TABLE(t))} for a dataset that a
 * session has defined, {@code event_log('pipeline')} for a pipeline whose storage is in the home of
 * sessions. In a session that works for one pipeline it is as in the queries of that.
 */
final class SessionEventLog implements TableFunction {

    private final EventLogFunction events = new EventLogFunction();

    @Override
    public String name() {
        return events.name();
    }

    @Override
    public Dataset<Row> batch(TableFunctionCall call) {
        SparkSession session = call.session();
        if (!session.conf().get(EventLogFunction.STORAGE, "").isEmpty()) {
            return events.batch(call);
        }
        Object argument = call.positional().size() == 1 ? call.positional().get(0) : null;
        if (argument instanceof String pipeline) {
            String folder = SessionHome.of(session).location("").storage();
            return EventLogFunction.rows(
                    session,
                    EventLogFunction.storageIn(
                            session, folder.substring(0, folder.length() - 1), pipeline));
        }
        if (argument instanceof TableArgument table) {
            return EventLogFunction.rows(session, storage(session, table.name()));
        }
        throw unavailable("in a session write `event_log('pipeline')` or `event_log(TABLE(t))`");
    }

    private static String storage(SparkSession session, List<String> table) {
        SessionHome home = SessionHome.of(session);
        DatasetLookup lookup = new DatasetLookup(home, SessionText.Namespace.of(session));
        DatasetName dataset =
                lookup.find(table)
                        .orElseThrow(
                                () ->
                                        unavailable(
                                                "no session has defined `%s`; for a pipeline of files write `event_log('pipeline')`"
                                                        .formatted(String.join(".", table))));
        return home.location(home.unitOf(dataset).orElseThrow()).storage();
    }

    private static TableFunctionException unavailable(String message) {
        return new TableFunctionException(
                RunErrorCode.MILLRACE_EVENT_LOG_UNAVAILABLE.name(), message);
    }

    @Override
    public Dataset<Row> stream(TableFunctionCall call) {
        return events.stream(call);
    }
}
