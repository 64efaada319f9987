/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.lease;

import static java.util.Objects.requireNonNull;

import io.millrace.spark.storage.StorageFiles;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The files of a pipeline's lease: one for each epoch, of which the last counts. */
final class LeaseFolder {

    private static final String SUFFIX = ".json";

    private final StorageFiles files;
    private final String folder;

    LeaseFolder(StorageFiles files, String folder) {
        this.files = requireNonNull(files, "files");
        this.folder = requireNonNull(folder, "folder");
    }

    String file(long epoch) {
        return folder + "/" + "%020d".formatted(epoch) + SUFFIX;
    }

    /** In ascending order. */
    List<Long> epochs() {
        return files.list(folder).stream()
                .filter(name -> name.matches("\\d{20}\\.json"))
                .map(name -> Long.parseLong(name.substring(0, name.length() - SUFFIX.length())))
                .sorted(Comparator.naturalOrder())
                .toList();
    }

    Optional<LeaseRecord> read(long epoch) {
        return files.read(file(epoch)).flatMap(LeaseRecord::fromJson);
    }

    boolean create(LeaseRecord lease) {
        return files.create(file(lease.epoch()), lease.toJson());
    }

    void write(LeaseRecord lease) {
        files.write(file(lease.epoch()), lease.toJson());
    }

    /** How long ago a lease was written, by the clock of the storage. */
    OptionalLong age(long epoch) {
        OptionalLong written = files.modified(file(epoch));
        return written.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(files.now(folder) - written.getAsLong());
    }

    void remove(long epoch) {
        files.delete(file(epoch));
    }

    /** The folder and those above it that are not there, innermost first; three at most. */
    List<String> missingFolders() {
        List<String> missing = new ArrayList<>();
        String next = folder;
        while (missing.size() < 3 && !files.exists(next)) {
            missing.add(next);
            next = next.substring(0, next.lastIndexOf('/'));
        }
        return missing;
    }

    void removeEmpty(List<String> folders) {
        folders.forEach(files::deleteIfEmpty);
    }

    void removeTemporaries() {
        files.removeTemporaries(folder);
    }
}
