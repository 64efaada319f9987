/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.checkpoint;

import io.millrace.spark.catalyst.SourcePlaces;
import io.millrace.spark.catalyst.files.MovedFolders;
import io.millrace.spark.failpoint.Failpoints;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/**
 * What a user has said of input at another place than before. It is noted beside the logs of the
 * sources before the state of the pipeline knows the new place: until then each update asks again.
 */
public final class MovedSources {

    private final List<Decision> decisions = new ArrayList<>();

    /**
     * One answer.
     *
     * @param folder of the source in the checkpoint
     * @param same whether it is the same input
     */
    private record Decision(String folder, String before, String now, boolean same) {}

    /** The input of a source is at another place now. */
    public void moved(String folder, String before, String now) {
        decisions.add(new Decision(folder, before, now, true));
    }

    /** A source has other input now. */
    public void replaced(String folder, String before, String now) {
        decisions.add(new Decision(folder, before, now, false));
    }

    /** Whether something has moved from one place to another, as a user calls them. */
    public boolean isOf(String before, String now) {
        return decisions.stream()
                .anyMatch(
                        decision ->
                                decision.same()
                                        && SourcePlaces.isCalled(decision.before(), before)
                                        && SourcePlaces.isCalled(decision.now(), now));
    }

    /** Notes it; again, it changes nothing. */
    public void record(Configuration conf) {
        for (Decision decision : decisions) {
            if (SourcePlaces.isKafka(decision.now())) {
                continue;
            }
            Failpoints.hit("sources.before-note");
            if (decision.same()) {
                MovedFolders.add(decision.folder(), decision.before(), decision.now(), conf);
            } else {
                MovedFolders.forget(decision.folder(), decision.now(), conf);
            }
            Failpoints.hit("sources.after-note");
        }
    }
}
