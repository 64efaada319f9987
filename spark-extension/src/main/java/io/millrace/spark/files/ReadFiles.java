/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.files.FileFormat;
import io.millrace.compiler.files.KnownOptions;
import io.millrace.spark.catalyst.files.FilesProgress;
import io.millrace.spark.catalyst.files.FilesRead;
import io.millrace.spark.fileset.FileSelection;
import io.millrace.spark.function.InputAmount;
import io.millrace.spark.function.SourceIdentity;
import io.millrace.spark.function.SourceProgress;
import io.millrace.spark.function.TableFunction;
import io.millrace.spark.function.TableFunctionCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;

/**
 * {@code read_files(path, option => value, ...)}, and {@code cloud_files}, its older name. What it
 * does is written in {@code docs/reference/read_files.md}.
 */
public final class ReadFiles implements TableFunction {

    public static final String NAME = "read_files";
    public static final String OLD_NAME = "cloud_files";

    /** How many changed files a message names. */
    private static final int NAMED = 3;

    private final String name;

    public ReadFiles(String name) {
        this.name = requireNonNull(name, "name");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Dataset<Row> batch(TableFunctionCall call) {
        FilesPlan plan = FilesPlan.of(name, call, false);
        return plan.read().batch(call.session(), plan.schema(), plan.files());
    }

    @Override
    public Dataset<Row> stream(TableFunctionCall call) {
        FilesPlan plan = FilesPlan.of(name, call, true);
        return plan.read().stream(call.session(), plan.schema(), call.stateFolder(), plan.only());
    }

    /** Each file is known by its own path, so the folder in which they are looked for counts. */
    @Override
    public Optional<SourceIdentity> identity(TableFunctionCall call) {
        FileArguments arguments = FileArguments.of(name, call);
        FileSelection selection = FilesPlan.selection(arguments, call.session());
        String place;
        try {
            place = selection.root(call.session().sparkContext().hadoopConfiguration()).toString();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot look for " + selection.path(), e);
        }
        return Optional.of(
                new SourceIdentity(
                        place,
                        digest(selection.path() + "\n" + arguments.options()).substring(0, 16)));
    }

    @Override
    public boolean overlaps(TableFunctionCall call, TableFunctionCall other) {
        Set<Path> files = list(call).stream().map(FileStatus::getPath).collect(Collectors.toSet());
        return list(other).stream().map(FileStatus::getPath).anyMatch(files::contains);
    }

    @Override
    public boolean hasNewInput(
            TableFunctionCall call, SourceProgress progress, Consumer<String> notice) {
        FileArguments arguments = FileArguments.of(name, call);
        FilesPlan plan = new FilesPlanner(arguments, call, true).plan();
        return FilesProgress.hasNew(
                call.session(),
                plan.only().map(FilesRead.Listing::files).orElseGet(() -> list(call)),
                progress.sourceFolder(),
                progress.offset(),
                plan.read().admission().overwrites(),
                changed -> notRead(arguments.path(), changed).ifPresent(notice));
    }

    private static Optional<String> notRead(String path, List<FileStatus> changed) {
        if (changed.isEmpty()) {
            return Optional.empty();
        }
        String names =
                changed.stream()
                        .limit(NAMED)
                        .map(file -> "`" + file.getPath().getName() + "`")
                        .collect(Collectors.joining(", "));
        return Optional.of(
                "%d changed file%s ignored in `%s`: %s%s; each file is read once, unless you say allowOverwrites => true"
                        .formatted(
                                changed.size(),
                                changed.size() == 1 ? "" : "s",
                                path,
                                names,
                                changed.size() > NAMED ? ", ..." : ""));
    }

    /** The size of all files that are there; a stream may have read most of them. */
    @Override
    public OptionalLong textBytes(TableFunctionCall call) {
        Optional<FileFormat> format =
                FileArguments.of(name, call).option(KnownOptions.FORMAT).flatMap(FileFormat::named);
        return OptionalLong.of(TextSize.of(list(call), format));
    }

    @Override
    public Optional<InputAmount> waiting(
            TableFunctionCall call, Optional<SourceProgress> progress) {
        List<FileStatus> files = list(call);
        List<FileStatus> unread =
                progress.map(
                                reached ->
                                        FilesProgress.unread(
                                                call.session(),
                                                files,
                                                reached.sourceFolder(),
                                                FileArguments.of(name, call)
                                                        .flag(
                                                                KnownOptions.ALLOW_OVERWRITES,
                                                                false)))
                        .orElse(files);
        return Optional.of(
                InputAmount.files(
                        unread.size(), unread.stream().mapToLong(FileStatus::getLen).sum()));
    }

    @Override
    public List<String> vanished(TableFunctionCall call, SourceProgress progress) {
        return FilesProgress.vanished(call.session(), list(call), progress.sourceFolder());
    }

    /** Made of the arguments and of the name, size and time of each file. */
    @Override
    public Optional<String> fingerprint(TableFunctionCall call) {
        var text = new StringBuilder();
        text.append(FileArguments.of(name, call)).append('\n');
        for (FileStatus file : list(call)) {
            text.append(file.getPath())
                    .append('\t')
                    .append(file.getLen())
                    .append('\t')
                    .append(file.getModificationTime())
                    .append('\n');
        }
        return Optional.of(digest(text.toString()));
    }

    private List<FileStatus> list(TableFunctionCall call) {
        FileArguments arguments = FileArguments.of(name, call);
        FileSelection selection = FilesPlan.selection(arguments, call.session());
        return FilesPlan.list(
                selection, arguments, call.session().sparkContext().hadoopConfiguration());
    }

    private static String digest(String text) {
        try {
            byte[] hash =
                    MessageDigest.getInstance("SHA-256")
                            .digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
