/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.event;

import io.millrace.spark.storage.LineSink;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Lines that are written as soon as it can be done: what could not be written is kept and written
 * before the next line, and at the end. Not for use by several threads.
 */
final class PatientLines {

    /** When more lines than this wait, those that can be spared are. */
    private static final int MANY = 1_000;

    private final LineSink sink;
    private final Deque<String> waiting = new ArrayDeque<>();
    private boolean torn;
    private IOException failure;

    PatientLines(LineSink sink) {
        this.sink = sink;
    }

    /**
     * @param dispensable whether the line may be lost when the disk stays out of reach
     */
    void append(String line, boolean dispensable) {
        if (dispensable && waiting.size() >= MANY) {
            return;
        }
        waiting.add(line);
        write();
    }

    private void write() {
        try {
            if (torn) {
                // Half of a line may stand there; what follows begins on its own.
                sink.append("");
                torn = false;
            }
            while (!waiting.isEmpty()) {
                torn = true;
                sink.append(waiting.peek());
                torn = false;
                waiting.remove();
            }
            failure = null;
        } catch (IOException e) {
            failure = e;
        }
    }

    /**
     * Writes what is left.
     *
     * @throws IOException when a line is lost
     */
    void close() throws IOException {
        if (!waiting.isEmpty()) {
            write();
        }
        try {
            sink.close();
        } catch (IOException e) {
            failure = failure == null ? e : failure;
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Writes nothing more. */
    void abandon() {
        waiting.clear();
        sink.abandon();
    }
}
