/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.files.EvolutionMode;
import io.millrace.compiler.files.FileFormat;
import io.millrace.compiler.files.KnownOptions;
import io.millrace.spark.catalyst.files.FilesProgress;
import io.millrace.spark.catalyst.files.FilesRead;
import io.millrace.spark.fileset.FileSelection;
import io.millrace.spark.function.TableFunctionCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of a call without {@code schema}. A stream keeps what its first run found, and looks
 * for new columns in the files that it has not read. That happens once in an update, before it
 * begins: so its tables, and those that read them, get the columns in the same update.
 */
final class FoundColumns {

    private final FileArguments arguments;
    private final TableFunctionCall call;
    private final FileSelection selection;
    private final String brokenRecord;
    private final Configuration conf;
    private final Optional<String> folder;
    private final EvolutionMode mode;

    FoundColumns(
            FileArguments arguments,
            TableFunctionCall call,
            boolean streaming,
            FileSelection selection,
            String brokenRecord) {
        this.arguments = arguments;
        this.call = call;
        this.selection = selection;
        this.brokenRecord = brokenRecord;
        conf = call.session().sparkContext().hadoopConfiguration();
        folder = streaming ? call.stateFolder() : Optional.empty();
        mode = FilesPlanner.mode(arguments);
    }

    /**
     * @param listing the files that were looked at, or read already
     * @param added the columns and fields that an earlier run did not know
     */
    record Found(
            KeptSchema columns,
            FilesRead.Listing listing,
            Optional<KeptSchema> kept,
            List<String> added) {}

    Found find() {
        String key = "read_files " + call.target() + " " + folder.orElse("") + " " + arguments;
        Found found = (Found) call.memo().get(key);
        if (found == null) {
            found = look();
            call.memo().put(key, found);
        }
        if (folder.isPresent() && call.mayWrite()) {
            if (mode == EvolutionMode.FAIL_ON_NEW_COLUMNS && !found.added().isEmpty()) {
                throw newColumns(found.added());
            }
            if (!found.kept().equals(Optional.of(found.columns()))) {
                found.columns().save(folder.get(), conf);
            }
        }
        return found;
    }

    private Found look() {
        long begun = System.nanoTime();
        List<FileStatus> files = FilesPlan.list(selection, arguments, conf);
        var listing = new FilesRead.Listing(files, (System.nanoTime() - begun) / 1_000_000);
        Optional<KeptSchema> kept = folder.flatMap(state -> KeptSchema.load(state, conf));
        if (kept.isEmpty()) {
            KeptSchema first = infer(format(arguments, files), files, false);
            return new Found(first, listing, kept, List.of());
        }
        KeptSchema known = kept.get();
        if (!mode.looksForColumns() || isFixed(known.format())) {
            return new Found(known, listing, kept, List.of());
        }
        List<FileStatus> unread =
                FilesProgress.unreadByState(
                        call.session(),
                        files,
                        folder.orElseThrow(),
                        arguments.flag(KnownOptions.ALLOW_OVERWRITES, false));
        if (unread.isEmpty()) {
            return new Found(known, listing, kept, List.of());
        }
        boolean rescues = known.format().hasNamedFields() && !ExtraColumns.avroSchema(arguments);
        KeptSchema fresh = infer(known.format(), unread, rescues);
        if (mode == EvolutionMode.FAIL_ON_NEW_COLUMNS) {
            var difference = new SchemaEvolution(false);
            difference.evolve(hinted(known.schema()), fresh.schema());
            return new Found(known, listing, kept, difference.added());
        }
        var evolution =
                new SchemaEvolution(
                        mode == EvolutionMode.ADD_NEW_COLUMNS_WITH_TYPE_WIDENING || !rescues);
        StructType schema = evolution.evolve(known.schema(), fresh.schema());
        Set<String> folders = new LinkedHashSet<>(known.folderColumns());
        folders.addAll(fresh.folderColumns());
        return new Found(
                new KeptSchema(known.format(), schema, List.copyOf(folders)),
                listing,
                kept,
                evolution.added());
    }

    private StructType hinted(StructType schema) {
        return arguments
                .option(KnownOptions.SCHEMA_HINTS)
                .map(SchemaHints::parse)
                .map(hints -> hints.applyTo(schema))
                .orElse(schema);
    }

    private RuntimeException newColumns(List<String> names) {
        return FileErrors.schema(
                "new files in `%s` have columns that this flow does not know: %s; name them in `schemaHints`, or say schemaEvolutionMode => 'addNewColumns'"
                        .formatted(
                                arguments.path(),
                                String.join(
                                        ", ",
                                        names.stream().map(name -> "`" + name + "`").toList())),
                null);
    }

    private static boolean isFixed(FileFormat format) {
        return format == FileFormat.TEXT || format == FileFormat.BINARY_FILE;
    }

    /**
     * @param rescues whether values that are not of their column's type can be kept elsewhere
     */
    private KeptSchema infer(FileFormat format, List<FileStatus> files, boolean rescues) {
        if (files.isEmpty() && !isFixed(format)) {
            throw FileErrors.noFiles(arguments.path());
        }
        boolean typed = arguments.flag(KnownOptions.INFER_COLUMN_TYPES, true);
        var options = arguments.readerOptions(format);
        String variant = options.get(KnownOptions.SINGLE_VARIANT_COLUMN);
        StructType schema =
                variant != null
                        ? new StructType().add(variant, DataTypes.VariantType)
                        : new SchemaInference(call.session(), format, options, typed)
                                .infer(files, rescues);
        List<StructField> folders = folderFields(files, typed);
        List<String> names = folders.stream().map(StructField::name).toList();
        List<StructField> fields = new ArrayList<>();
        for (StructField field : SchemaEvolution.distinct(schema).fields()) {
            boolean inFolder = names.stream().anyMatch(field.name()::equalsIgnoreCase);
            if (!inFolder && !field.name().equals(brokenRecord)) {
                fields.add(field);
            }
        }
        fields.addAll(folders);
        if (fields.isEmpty()) {
            throw FileErrors.schema(
                    "the files in `%s` have no columns; give `schema`".formatted(arguments.path()),
                    null);
        }
        return new KeptSchema(format, DataTypes.createStructType(fields), names);
    }

    private List<StructField> folderFields(List<FileStatus> files, boolean typed) {
        try {
            return FolderColumnTypes.infer(
                    selection.root(conf), files, folderNames(arguments), typed);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The user's choice of folder columns; empty when there is none. */
    static Optional<List<String>> folderNames(FileArguments arguments) {
        return arguments
                .option(KnownOptions.PARTITION_COLUMNS)
                .map(
                        text ->
                                Arrays.stream(text.split(","))
                                        .map(String::strip)
                                        .filter(name -> !name.isEmpty())
                                        .toList());
    }

    static FileFormat format(FileArguments arguments, List<FileStatus> files) {
        Optional<String> named = arguments.option(KnownOptions.FORMAT);
        if (named.isPresent()) {
            return FileFormats.named(named.get());
        }
        if (files.isEmpty()) {
            throw FileErrors.format(
                    "there are no files in `%s` to tell the format by; say format => '...'"
                            .formatted(arguments.path()));
        }
        return FileFormats.of(files, arguments.path());
    }
}
