/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.fileset;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.GlobPattern;
import org.apache.hadoop.fs.Path;

/**
 * A path with glob patterns: {@code * ? [ab] {a,b}} within a name, {@code **} for any number of
 * folders, a backslash before a character that stands for itself.
 *
 * @param root the folder before the first pattern
 * @param components the names and patterns below it
 */
record GlobPath(Path root, List<String> components) {

    private static final String ANY_FOLDERS = "**";
    private static final String SPECIAL = "*?[]{}\\";

    static boolean hasGlob(String path) {
        return path.chars().anyMatch(character -> SPECIAL.indexOf(character) >= 0);
    }

    /** The patterns that a path means; several where braces hold a slash. */
    static List<GlobPath> expand(Path path) {
        List<String> texts = new ArrayList<>();
        expandBraces(path.toUri().getPath(), texts);
        return texts.stream().map(text -> parse(path, text)).toList();
    }

    private static GlobPath parse(Path path, String text) {
        String[] names = text.split("/", -1);
        int first = 0;
        while (first < names.length && !hasGlob(names[first])) {
            first++;
        }
        String prefix = String.join("/", List.of(names).subList(0, first));
        Path root =
                new Path(
                        path.toUri().getScheme(),
                        path.toUri().getAuthority(),
                        prefix.isEmpty() ? "/" : prefix);
        List<String> components = new ArrayList<>();
        for (int i = first; i < names.length; i++) {
            if (!names[i].isEmpty()) {
                components.add(names[i]);
            }
        }
        return new GlobPath(root, List.copyOf(components));
    }

    /** Multiplies out the first pair of braces that holds a slash, and so on. */
    private static void expandBraces(String text, List<String> results) {
        int open = -1;
        int depth = 0;
        boolean slash = false;
        List<Integer> commas = new ArrayList<>();
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '\\') {
                i++;
            } else if (character == '{') {
                if (depth++ == 0) {
                    open = i;
                    slash = false;
                    commas.clear();
                }
            } else if (character == ',' && depth == 1) {
                commas.add(i);
            } else if (character == '/' && depth > 0) {
                slash = true;
            } else if (character == '}' && depth > 0 && --depth == 0 && slash) {
                commas.add(i);
                int start = open + 1;
                for (int end : commas) {
                    String choice = text.substring(start, end);
                    expandBraces(text.substring(0, open) + choice + text.substring(i + 1), results);
                    start = end + 1;
                }
                return;
            }
        }
        results.add(text);
    }

    /**
     * The files and folders that match now.
     *
     * @throws FileNotFoundException when the root does not exist
     */
    List<FileStatus> matches(FileSystem fileSystem) throws IOException {
        List<FileStatus> found = new ArrayList<>();
        match(fileSystem, fileSystem.getFileStatus(root), 0, found);
        return found;
    }

    private void match(FileSystem fileSystem, FileStatus at, int index, List<FileStatus> found)
            throws IOException {
        if (index == components.size()) {
            found.add(at);
            return;
        }
        if (!at.isDirectory()) {
            return;
        }
        String component = components.get(index);
        boolean anyFolders = component.equals(ANY_FOLDERS);
        if (anyFolders && index + 1 < components.size()) {
            match(fileSystem, at, index + 1, found);
        }
        GlobPattern pattern = new GlobPattern(component);
        for (FileStatus child : fileSystem.listStatus(at.getPath())) {
            String name = child.getPath().getName();
            if (isHiddenFrom(component, name)) {
                continue;
            }
            if (anyFolders && child.isDirectory()) {
                match(fileSystem, child, index, found);
            } else if (anyFolders && index + 1 == components.size()) {
                found.add(child);
            } else if (!anyFolders && pattern.matches(name)) {
                match(fileSystem, child, index + 1, found);
            }
        }
    }

    /** A pattern that spells the first character of a hidden name means it. */
    private static boolean isHiddenFrom(String component, String name) {
        return HiddenNames.isHidden(name) && component.charAt(0) != name.charAt(0);
    }
}
