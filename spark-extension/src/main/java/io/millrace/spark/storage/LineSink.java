/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.storage;

import java.io.Closeable;
import java.io.IOException;

/** Takes the lines of a file; a line that was taken is there for readers. */
public interface LineSink extends Closeable {

    /** Appends a line; the line break is added. */
    void append(String line) throws IOException;
}
