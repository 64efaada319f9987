/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.UpdateListener;
import java.time.Clock;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Tells what an update does while it runs, one line for each change of a flow. */
class RunProgress implements UpdateListener {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    private final Terminal terminal;
    private final Clock clock;
    private final Map<String, FlowStatus> statuses = new LinkedHashMap<>();

    RunProgress(Terminal terminal, Clock clock) {
        this.terminal = terminal;
        this.clock = clock;
    }

    @Override
    public final synchronized void flowChanged(FlowResult flow) {
        FlowStatus before = statuses.put(nameOf(flow), flow.status());
        if (before != flow.status()) {
            changed(flow);
        }
    }

    /** A flow has another status than before. */
    void changed(FlowResult flow) {
        boolean waits = flow.status() == FlowStatus.QUEUED || flow.status() == FlowStatus.EXCLUDED;
        if (!waits) {
            line(time() + " " + lineOf(flow));
        }
    }

    @Override
    public synchronized void warning(String message) {
        line("warning: " + message);
    }

    /** Prints a line that stays. */
    void line(String text) {
        terminal.message(text);
    }

    final String time() {
        return TIME.format(LocalTime.ofInstant(clock.instant(), ZoneId.systemDefault()));
    }

    /** The target alone for a flow that is called like it. */
    static String nameOf(FlowResult flow) {
        String target = flow.target();
        boolean same =
                target.equalsIgnoreCase(flow.name())
                        || target.toLowerCase(Locale.ROOT)
                                .endsWith("." + flow.name().toLowerCase(Locale.ROOT));
        return same ? target : target + "/" + flow.name();
    }

    static String lineOf(FlowResult flow) {
        StringBuilder line =
                new StringBuilder(nameOf(flow)).append(' ').append(flow.status().name());
        if (flow.status() == FlowStatus.COMPLETED) {
            flow.technique().ifPresent(technique -> line.append(' ').append(technique));
            flow.outputRows().ifPresent(rows -> line.append(' ').append(Amounts.rows(rows)));
            flow.upsertedRows()
                    .ifPresent(
                            rows ->
                                    line.append(' ')
                                            .append(
                                                    Amounts.changes(
                                                            rows, flow.deletedRows().orElse(0L))));
            keptOut(line, flow.droppedRows(), "dropped");
            keptOut(line, flow.quarantinedRows(), "put aside");
            line.append(" in ").append(Amounts.duration(flow.durationMs()));
        }
        flow.error().ifPresent(error -> line.append(" [").append(error.code()).append(']'));
        return line.toString();
    }

    private static void keptOut(StringBuilder line, Optional<Long> rows, String out) {
        rows.filter(count -> count > 0)
                .ifPresent(
                        count ->
                                line.append(", ")
                                        .append(Amounts.rows(count))
                                        .append(' ')
                                        .append(out));
    }
}
