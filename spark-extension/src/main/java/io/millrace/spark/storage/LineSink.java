/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.storage;

import java.io.Closeable;
import java.io.IOException;

/** Takes the lines of a file; a line that was taken is there for readers. */
public interface LineSink extends Closeable {

    /** Appends a line; the line break is added. */
    void append(String line) throws IOException;

    /** Ends without making anything visible that is not yet: the file is another process's now. */
    default void abandon() {}
}
