/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.event;

import java.io.Closeable;
import java.io.IOException;

/** Takes the lines of an event log; a line that was taken is there for readers. */
public interface EventSink extends Closeable {

    /** Appends a line; the line break is added. */
    void append(String line) throws IOException;
}
