/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.files.ByteSize;
import io.millrace.compiler.files.EvolutionMode;
import io.millrace.compiler.files.FileFormat;
import io.millrace.compiler.files.KnownOptions;
import io.millrace.spark.catalyst.files.FilesRead;
import io.millrace.spark.fileset.FileSelection;
import io.millrace.spark.function.TableFunctionCall;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.types.StructType;

/** Decides what one call reads. */
final class FilesPlanner {

    private static final int MAX_FILES = 1000;
    private static final String BROKEN_RECORD = "_corrupt_record";

    private final FileArguments arguments;
    private final TableFunctionCall call;
    private final boolean streaming;
    private final Configuration conf;
    private final FileSelection selection;

    FilesPlanner(FileArguments arguments, TableFunctionCall call, boolean streaming) {
        this.arguments = arguments;
        this.call = call;
        this.streaming = streaming;
        conf = call.session().sparkContext().hadoopConfiguration();
        selection = FilesPlan.selection(arguments, call.session());
    }

    FilesPlan plan() {
        return isDeclared() ? declared() : found();
    }

    private boolean isDeclared() {
        return arguments.option(KnownOptions.SCHEMA).isPresent();
    }

    private FilesPlan declared() {
        if (arguments.option(KnownOptions.SCHEMA_HINTS).isPresent()) {
            throw FileErrors.argument(
                    KnownOptions.SCHEMA_HINTS,
                    "`schemaHints` has no meaning beside `schema`; write the types there");
        }
        EvolutionMode mode = mode(arguments);
        if (mode.looksForColumns()) {
            throw FileErrors.argument(
                    KnownOptions.SCHEMA_EVOLUTION_MODE,
                    "`schemaEvolutionMode => '%s'` finds columns, but `schema` says them; write the types as `schemaHints`"
                            .formatted(mode.key()));
        }
        List<FileStatus> files = FilesPlan.list(selection, arguments, conf);
        FileFormat format = FoundColumns.format(arguments, files);
        StructType schema = parse(arguments.option(KnownOptions.SCHEMA).orElseThrow());
        List<String> folders =
                FoundColumns.folderNames(arguments).orElseGet(() -> List.of(schema.fieldNames()));
        return plan(format, schema, folders, mode, files, Optional.empty());
    }

    private static StructType parse(String ddl) {
        try {
            return StructType.fromDDL(ddl);
        } catch (Exception e) { // the parser throws a checked exception undeclared
            throw FileErrors.argument(
                    KnownOptions.SCHEMA,
                    "`schema` is not a list of columns such as 'id BIGINT, name STRING': "
                            + firstLine(e));
        }
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).strip().lines().findFirst().orElse("");
    }

    private FilesPlan found() {
        FoundColumns.Found found =
                new FoundColumns(arguments, call, streaming, selection, brokenRecord()).find();
        StructType schema =
                arguments
                        .option(KnownOptions.SCHEMA_HINTS)
                        .map(SchemaHints::parse)
                        .map(hints -> hints.applyTo(found.columns().schema()))
                        .orElse(found.columns().schema());
        return plan(
                found.columns().format(),
                schema,
                found.columns().folderColumns(),
                mode(arguments),
                streaming ? found.listing().files() : FilesPlan.list(selection, arguments, conf),
                streaming && mode(arguments).looksForColumns()
                        ? Optional.of(found.listing())
                        : Optional.empty());
    }

    /** What happens to new columns. */
    static EvolutionMode mode(FileArguments arguments) {
        boolean declared = arguments.option(KnownOptions.SCHEMA).isPresent();
        return arguments
                .option(KnownOptions.SCHEMA_EVOLUTION_MODE)
                .flatMap(EvolutionMode::named)
                .orElse(declared ? EvolutionMode.NONE : EvolutionMode.ADD_NEW_COLUMNS);
    }

    private FilesPlan plan(
            FileFormat format,
            StructType columns,
            List<String> folders,
            EvolutionMode mode,
            List<FileStatus> files,
            Optional<FilesRead.Listing> only) {
        var extra = new ExtraColumns(arguments, format, mode, isDeclared(), brokenRecord());
        var options = new LinkedHashMap<>(arguments.readerOptions(format));
        if (format.hasBrokenRecords()) {
            options.putIfAbsent(KnownOptions.CORRUPT_COLUMN, BROKEN_RECORD);
        }
        extra.rescued().ifPresent(name -> options.put(FilesRead.RESCUED, name));
        var read = new FilesRead(selection, format.key(), options, folders, admission());
        return new FilesPlan(read, extra.addTo(columns), files, only);
    }

    private String brokenRecord() {
        return arguments.option(KnownOptions.CORRUPT_COLUMN).orElse(BROKEN_RECORD);
    }

    private FilesRead.Admission admission() {
        int maxFiles =
                arguments
                        .option(KnownOptions.MAX_FILES)
                        .map(text -> Math.min(Long.parseLong(text.strip()), Integer.MAX_VALUE))
                        .map(Long::intValue)
                        .orElse(MAX_FILES);
        long maxBytes =
                arguments
                        .option(KnownOptions.MAX_BYTES)
                        .map(ByteSize::parse)
                        .orElse(Long.MAX_VALUE);
        return new FilesRead.Admission(
                maxFiles,
                maxBytes,
                arguments.flag(KnownOptions.INCLUDE_EXISTING, true),
                arguments.flag(KnownOptions.ALLOW_OVERWRITES, false));
    }
}
