/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.fileset;

import static java.util.Objects.requireNonNull;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobPattern;
import org.apache.hadoop.fs.Path;

/**
 * The files that a call reads, as a rule that can be asked again later.
 *
 * <p>A path that exists is taken as it stands, whatever characters it has; else it is a glob
 * pattern, if it has the characters of one.
 *
 * @param path a Hadoop path, absolute
 * @param recursive whether folders are searched to the bottom; when empty, those that a literal
 *     path leads to are and those that a pattern matches are not
 * @param namePattern a glob for the file's name
 * @param modifiedAfter a file counts only if it was modified at this time or later, in milliseconds
 *     since 1970
 * @param modifiedBefore the same for earlier files; not a file of exactly this time
 * @param withEmptyFiles whether files of no length count
 */
public record FileSelection(
        String path,
        Optional<Boolean> recursive,
        Optional<String> namePattern,
        Optional<Long> modifiedAfter,
        Optional<Long> modifiedBefore,
        boolean withEmptyFiles) {

    private static final Comparator<FileStatus> OLDEST_FIRST =
            Comparator.comparingLong(FileStatus::getModificationTime)
                    .thenComparing(status -> status.getPath().toString());

    public FileSelection {
        requireNonNull(path, "path");
        requireNonNull(recursive, "recursive");
        requireNonNull(namePattern, "namePattern");
        requireNonNull(modifiedAfter, "modifiedAfter");
        requireNonNull(modifiedBefore, "modifiedBefore");
    }

    /**
     * The files that are there now, the oldest first and each once.
     *
     * @throws FileNotFoundException when the path is not a pattern and does not exist, or when the
     *     folder that the pattern starts from does not exist
     */
    public List<FileStatus> list(Configuration conf) throws IOException {
        Path start = new Path(path);
        FileSystem fileSystem = start.getFileSystem(conf);
        Path literal = fileSystem.makeQualified(start);
        Map<Path, FileStatus> found = new LinkedHashMap<>();
        if (!GlobPath.hasGlob(path) || fileSystem.exists(literal)) {
            collect(fileSystem, fileSystem.getFileStatus(literal), recursive.orElse(true), found);
        } else {
            for (GlobPath pattern : GlobPath.expand(literal)) {
                for (FileStatus match : pattern.matches(fileSystem)) {
                    collect(fileSystem, match, recursive.orElse(false), found);
                }
            }
        }
        List<FileStatus> files = new ArrayList<>(found.values());
        files.removeIf(file -> !isSelected(file));
        files.sort(OLDEST_FIRST);
        return files;
    }

    /**
     * The folder that Hive-style names are looked for under: the path itself, or the part of a
     * pattern before its first special character.
     */
    public Path root(Configuration conf) throws IOException {
        Path start = new Path(path);
        FileSystem fileSystem = start.getFileSystem(conf);
        Path literal = fileSystem.makeQualified(start);
        if (!GlobPath.hasGlob(path) || fileSystem.exists(literal)) {
            return literal;
        }
        return GlobPath.expand(literal).get(0).root();
    }

    private void collect(
            FileSystem fileSystem, FileStatus status, boolean deep, Map<Path, FileStatus> found)
            throws IOException {
        if (status.isFile()) {
            found.put(status.getPath(), status);
            return;
        }
        for (FileStatus child : list(fileSystem, status.getPath())) {
            String name = child.getPath().getName();
            if (HiddenNames.isHidden(name)) {
                continue;
            }
            if (child.isFile()) {
                found.put(child.getPath(), child);
            } else if (deep || name.contains("=")) {
                collect(fileSystem, child, deep, found);
            }
        }
    }

    /** A folder that vanishes while it is listed has no files. */
    private static FileStatus[] list(FileSystem fileSystem, Path folder) throws IOException {
        try {
            return fileSystem.listStatus(folder);
        } catch (FileNotFoundException e) {
            return new FileStatus[0];
        }
    }

    private boolean isSelected(FileStatus file) {
        return (withEmptyFiles || file.getLen() > 0)
                && namePattern
                        .map(glob -> new GlobPattern(glob).matches(file.getPath().getName()))
                        .orElse(true)
                && modifiedAfter.map(time -> file.getModificationTime() >= time).orElse(true)
                && modifiedBefore.map(time -> file.getModificationTime() < time).orElse(true);
    }
}
