/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

/** Data files of a table that something reads, and their size together. */
public record FilesRead(long files, long bytes) {

    public static final FilesRead NONE = new FilesRead(0, 0);

    public FilesRead plus(FilesRead other) {
        return new FilesRead(files + other.files, bytes + other.bytes);
    }

    public FilesRead minus(FilesRead other) {
        return new FilesRead(files - other.files, bytes - other.bytes);
    }
}
