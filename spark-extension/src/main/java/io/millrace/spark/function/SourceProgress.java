/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.function;

import static java.util.Objects.requireNonNull;

/**
 * How far a flow has read one of its streaming sources.
 *
 * @param sourceFolder the folder that the source keeps its own log in, inside the flow's
 *     checkpoint: a Hadoop URI, perhaps of a folder that does not exist
 * @param offset the last committed offset as the source wrote it into the checkpoint
 */
public record SourceProgress(String sourceFolder, String offset) {

    public SourceProgress {
        requireNonNull(sourceFolder, "sourceFolder");
        requireNonNull(offset, "offset");
    }
}
