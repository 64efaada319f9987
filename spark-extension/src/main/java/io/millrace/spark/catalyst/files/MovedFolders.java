/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import io.millrace.spark.storage.StorageFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Folders whose files a stream has read and that lie elsewhere now, as the user has said: a file
 * beside the stream's log, which names files by the paths under which they were read.
 */
public final class MovedFolders {

    private static final String FILE = "moved-folders.txt";

    private final List<Move> moves;

    private MovedFolders(List<Move> moves) {
        this.moves = moves;
    }

    private record Move(String from, String to) {

        Optional<String> apply(String url) {
            if (url.equals(from)) {
                return Optional.of(to);
            }
            return url.startsWith(from + "/")
                    ? Optional.of(to + url.substring(from.length()))
                    : Optional.empty();
        }
    }

    /** Those of the source that keeps its log in a folder. */
    static MovedFolders load(String folder, Configuration conf) {
        List<Move> moves = new ArrayList<>();
        new StorageFiles(conf)
                .read(folder + "/" + FILE)
                .ifPresent(
                        text ->
                                text.lines()
                                        .map(line -> line.split("\t", 2))
                                        .filter(parts -> parts.length == 2)
                                        .forEach(parts -> moves.add(new Move(parts[0], parts[1]))));
        return new MovedFolders(moves);
    }

    /** Notes a move; again, it changes nothing. */
    public static void add(String folder, String from, String to, Configuration conf) {
        StorageFiles files = new StorageFiles(conf);
        String before = files.read(folder + "/" + FILE).orElse("");
        String line = url(from) + "\t" + url(to) + "\n";
        if (!before.endsWith(line)) {
            files.write(folder + "/" + FILE, before + line);
        }
    }

    /** Forgets that anything has moved to a place: what lies there is other input. */
    public static void forget(String folder, String to, Configuration conf) {
        StorageFiles files = new StorageFiles(conf);
        String file = folder + "/" + FILE;
        files.read(file)
                .filter(text -> text.contains("\t" + url(to) + "\n"))
                .ifPresent(
                        text ->
                                files.write(
                                        file,
                                        text.lines()
                                                .filter(line -> !line.endsWith("\t" + url(to)))
                                                .map(line -> line + "\n")
                                                .reduce("", String::concat)));
    }

    private static String url(String place) {
        return new Path(place).toUri().toString();
    }

    /** Where a file may lie that was read under a URL, the latest place first. */
    List<String> places(String url) {
        List<String> places = new ArrayList<>();
        String last = url;
        for (Move move : moves) {
            Optional<String> next = move.apply(last);
            if (next.isPresent()) {
                last = next.get();
                places.add(0, last);
            }
        }
        return places;
    }
}
