/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.compiler.diagnostic.DisplayText;
import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.UpdateResult;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Progress on a terminal: finished flows scroll by, and below them a block of lines with what runs
 * is drawn anew four times a second at most.
 */
final class LiveProgress extends RunProgress implements AutoCloseable {

    private static final long REDRAW_MS = 250;
    private static final int MAX_RUNNING = 8;
    private static final String CLEAR_LINE = "\r\u001B[K";
    private static final String LINE_UP = "\u001B[1A";

    private final Terminal terminal;
    private final int columns;
    private final Map<String, FlowResult> running = new LinkedHashMap<>();
    private final ScheduledExecutorService timer;
    private int total;
    private int done;
    private int drawn;
    private boolean changed;

    LiveProgress(Terminal terminal, Clock clock, int columns) {
        super(terminal, clock);
        this.terminal = terminal;
        this.columns = columns;
        this.timer =
                Executors.newSingleThreadScheduledExecutor(
                        task -> {
                            Thread thread = new Thread(task, "millrace-progress");
                            thread.setDaemon(true);
                            return thread;
                        });
        var unused =
                timer.scheduleWithFixedDelay(
                        this::redraw, REDRAW_MS, REDRAW_MS, TimeUnit.MILLISECONDS);
    }

    @Override
    public synchronized void updateStarted(String updateId, int flows) {
        total = flows;
        changed = true;
    }

    @Override
    void changed(FlowResult flow) {
        String name = nameOf(flow);
        boolean isFinal = flow.status().compareTo(FlowStatus.COMPLETED) >= 0;
        if (isFinal) {
            running.remove(name);
            done++;
            if (flow.status() != FlowStatus.EXCLUDED) {
                super.changed(flow);
            }
        } else if (flow.status() != FlowStatus.QUEUED) {
            running.put(name, flow);
        }
        changed = true;
    }

    @Override
    void line(String text) {
        erase();
        super.line(text);
    }

    private synchronized void redraw() {
        if (!changed) {
            return;
        }
        changed = false;
        erase();
        List<String> lines = new ArrayList<>();
        running.values().stream()
                .limit(MAX_RUNNING)
                .forEach(flow -> lines.add("  " + lineOf(flow)));
        if (running.size() > MAX_RUNNING) {
            lines.add("  and " + (running.size() - MAX_RUNNING) + " more");
        }
        if (total > 0) {
            lines.add(done + " of " + total + " flows done");
        }
        StringBuilder block = new StringBuilder();
        lines.forEach(text -> block.append(cut(text)).append('\n'));
        terminal.err().print(block);
        terminal.err().flush();
        drawn = lines.size();
    }

    /** A line that wrapped could not be erased. */
    private String cut(String text) {
        String line = DisplayText.line(text);
        while (DisplayText.width(line) >= columns) {
            line = line.substring(0, line.offsetByCodePoints(line.length(), -1));
        }
        return line;
    }

    private void erase() {
        terminal.err().print((LINE_UP + CLEAR_LINE).repeat(drawn));
        terminal.err().flush();
        drawn = 0;
        changed = true;
    }

    @Override
    public synchronized void updateFinished(UpdateResult result) {
        erase();
        total = 0;
        running.clear();
        changed = false;
    }

    @Override
    public void close() {
        timer.shutdownNow();
        synchronized (this) {
            erase();
        }
    }
}
