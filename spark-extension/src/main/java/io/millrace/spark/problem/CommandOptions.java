/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.problem;

import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;

/** Options of {@code run} and {@code plan} as hints name them: ready to be pasted into a shell. */
public final class CommandOptions {

    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}_.,=+:/@%-]+");

    private CommandOptions() {}

    /** Makes datasets anew. */
    public static String fullRefresh(String... datasets) {
        return fullRefresh(List.of(datasets));
    }

    /** The same. */
    public static String fullRefresh(Collection<String> datasets) {
        return "--full-refresh " + argument(String.join(",", datasets));
    }

    /** Refreshes these datasets only. */
    public static String refresh(Collection<String> datasets) {
        return "--refresh " + argument(String.join(",", datasets));
    }

    /** Gives up the checkpoint of a flow. */
    public static String resetCheckpoint(String flow) {
        return "--reset-checkpoint " + argument(flow);
    }

    /** Lets a flow or a table go on where one of another name stopped. */
    public static String rename(String before, String after) {
        return "--rename " + argument(before + "=" + after);
    }

    /** Says that a flow or a table is no renamed one. */
    public static String asNew(String name) {
        return "--as-new " + argument(name);
    }

    /** In single quotes where a shell would read the text otherwise. */
    private static String argument(String text) {
        return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "'\\''") + "'";
    }
}
