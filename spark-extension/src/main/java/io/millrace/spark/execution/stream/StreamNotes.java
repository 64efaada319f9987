/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.stream;

import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.StatefulOperator;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.streaming.StateOperatorProgress;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.StreamingQueryProgress;

/** What watermarks held back and dropped in a run: it would look like lost rows otherwise. */
public final class StreamNotes {

    private static final String AGGREGATE = "stateStoreSave";
    private static final String SESSIONS = "sessionWindowStateStoreSaveExec";

    private static final String JOIN = "symmetricHashJoin";

    private StreamNotes() {}

    /** Sentences that begin behind the name of the flow. */
    public static List<String> of(StreamingQuery stream, PlannedQuery query) {
        List<String> notes = dropped(stream);
        StreamingQueryProgress last = stream.lastProgress();
        String watermark = last == null ? null : last.eventTime().get("watermark");
        if (watermark == null) {
            return notes;
        }
        long open = 0;
        for (StateOperatorProgress operator : last.stateOperators()) {
            boolean groups =
                    operator.operatorName().equals(AGGREGATE)
                            || operator.operatorName().equals(SESSIONS);
            open += groups ? operator.numRowsTotal() : 0;
        }
        long waiting = 0;
        for (StateOperatorProgress operator : last.stateOperators()) {
            waiting += operator.operatorName().equals(JOIN) ? operator.numRowsTotal() : 0;
        }
        boolean outer =
                StatefulOperator.of(query).stream()
                        .anyMatch(operator -> operator.what().contains("outer join"));
        if (waiting > 0 && outer) {
            notes.add(
                    ("keeps %d row(s) for its outer join: the watermark is at %s, and a row without"
                                    + " a match is written once later rows of both streams take"
                                    + " the watermark past its time")
                            .formatted(waiting, watermark));
        }
        if (open > 0) {
            notes.add(
                    ("has %d open window(s) or group(s): the watermark is at %s, and each is"
                                    + " written once a later row takes the watermark past its end")
                            .formatted(open, watermark));
        }
        return notes;
    }

    /** The same of a query that hands out all groups each time, and so holds none back. */
    public static List<String> ofAllGroups(StreamingQuery stream) {
        return dropped(stream);
    }

    private static List<String> dropped(StreamingQuery stream) {
        List<String> notes = new ArrayList<>();
        long dropped = 0;
        for (StreamingQueryProgress batch : stream.recentProgress()) {
            for (StateOperatorProgress operator : batch.stateOperators()) {
                dropped += operator.numRowsDroppedByWatermark();
            }
        }
        if (dropped > 0) {
            notes.add(
                    "dropped %d row(s) that came later than its watermark allows"
                            .formatted(dropped));
        }
        return notes;
    }
}
