/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.files.ByteSize;
import io.millrace.compiler.files.FileFormat;
import io.millrace.compiler.files.KnownOptions;
import io.millrace.spark.catalyst.files.FilesRead;
import io.millrace.spark.fileset.FileSelection;
import io.millrace.spark.function.TableFunctionCall;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * A call with everything decided: files, format and columns.
 *
 * @param files those that are there now
 */
record FilesPlan(FilesRead read, StructType schema, List<FileStatus> files) {

    private static final int MAX_FILES = 1000;
    private static final String BROKEN_RECORD = "_corrupt_record";

    static FilesPlan of(String function, TableFunctionCall call, boolean streaming) {
        FileArguments arguments = FileArguments.of(function, call);
        return new Planner(arguments, call, streaming).plan();
    }

    static FileSelection selection(FileArguments arguments, SparkSession session) {
        boolean binary =
                arguments
                        .option(KnownOptions.FORMAT)
                        .filter(name -> FileFormats.named(name) == FileFormat.BINARY_FILE)
                        .isPresent();
        Optional<String> name = arguments.option(KnownOptions.PATH_GLOB_FILTER);
        return new FileSelection(
                BasePath.resolve(arguments.path(), session),
                arguments.option(KnownOptions.RECURSIVE).map(Boolean::parseBoolean),
                name.isPresent() ? name : arguments.option(KnownOptions.FILE_NAME_PATTERN),
                time(arguments, KnownOptions.MODIFIED_AFTER, session),
                time(arguments, KnownOptions.MODIFIED_BEFORE, session),
                binary);
    }

    private static Optional<Long> time(
            FileArguments arguments, String option, SparkSession session) {
        return arguments
                .option(option)
                .map(
                        text ->
                                PointInTime.parse(
                                        option,
                                        text,
                                        session.conf().get("spark.sql.session.timeZone")));
    }

    /** The files that are there, or an error that says what is missing. */
    static List<FileStatus> list(
            FileSelection selection, FileArguments arguments, Configuration conf) {
        try {
            return selection.list(conf);
        } catch (FileNotFoundException e) {
            throw FileErrors.notFound(arguments.path(), selection.path(), e);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot list " + selection.path(), e);
        }
    }

    /** The work of one call. */
    private static final class Planner {

        private final FileArguments arguments;
        private final TableFunctionCall call;
        private final boolean streaming;
        private final Configuration conf;
        private final FileSelection selection;
        private final List<FileStatus> files;

        Planner(FileArguments arguments, TableFunctionCall call, boolean streaming) {
            this.arguments = arguments;
            this.call = call;
            this.streaming = streaming;
            conf = call.session().sparkContext().hadoopConfiguration();
            selection = selection(arguments, call.session());
            files = list(selection, arguments, conf);
        }

        FilesPlan plan() {
            return arguments.option(KnownOptions.SCHEMA).isPresent() ? declared() : inferred();
        }

        private FilesPlan declared() {
            if (arguments.option(KnownOptions.SCHEMA_HINTS).isPresent()) {
                throw FileErrors.argument(
                        KnownOptions.SCHEMA_HINTS,
                        "`schemaHints` has no meaning beside `schema`; write the types there");
            }
            FileFormat format = format();
            StructType schema = parse(arguments.option(KnownOptions.SCHEMA).orElseThrow());
            List<String> folders = folderNames().orElseGet(() -> List.of(schema.fieldNames()));
            return new FilesPlan(read(format, folders), schema, files);
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

        private FilesPlan inferred() {
            KeptSchema kept = kept();
            StructType schema =
                    arguments
                            .option(KnownOptions.SCHEMA_HINTS)
                            .map(SchemaHints::parse)
                            .map(hints -> hints.applyTo(kept.schema()))
                            .orElse(kept.schema());
            FilesRead read = read(kept.format(), kept.folderColumns());
            return new FilesPlan(read, withBrokenRecords(schema, kept.format()), files);
        }

        /** What an earlier run of the stream found, or what the files that are there now say. */
        private KeptSchema kept() {
            Optional<String> folder = streaming ? call.stateFolder() : Optional.empty();
            Optional<KeptSchema> known = folder.flatMap(state -> KeptSchema.load(state, conf));
            if (known.isPresent()) {
                return known.get();
            }
            String key = "read_files " + call.target() + " " + arguments;
            KeptSchema found = (KeptSchema) call.memo().get(key);
            if (found == null) {
                found = infer();
                call.memo().put(key, found);
            }
            if (folder.isPresent() && call.mayWrite()) {
                found.save(folder.get(), conf);
            }
            return found;
        }

        private KeptSchema infer() {
            FileFormat format = format();
            boolean fixed = format == FileFormat.TEXT || format == FileFormat.BINARY_FILE;
            if (files.isEmpty() && !fixed) {
                throw FileErrors.noFiles(arguments.path());
            }
            boolean typed = arguments.flag(KnownOptions.INFER_COLUMN_TYPES, true);
            Map<String, String> options = arguments.readerOptions(format);
            StructType schema =
                    options.containsKey("singleVariantColumn")
                            ? new StructType()
                                    .add(options.get("singleVariantColumn"), DataTypes.VariantType)
                            : new SchemaInference(call.session(), format, options, typed)
                                    .infer(files);
            List<StructField> folders = folderFields(typed);
            List<String> names = folders.stream().map(StructField::name).toList();
            List<StructField> fields = new ArrayList<>();
            for (StructField field : schema.fields()) {
                if (!containsName(names, field.name()) && !isBrokenRecord(field.name())) {
                    fields.add(field);
                }
            }
            fields.addAll(folders);
            if (fields.isEmpty()) {
                throw FileErrors.schema(
                        "the files in `%s` have no columns; give `schema`"
                                .formatted(arguments.path()),
                        null);
            }
            return new KeptSchema(format, DataTypes.createStructType(fields), names);
        }

        private List<StructField> folderFields(boolean typed) {
            try {
                return FolderColumnTypes.infer(selection.root(conf), files, folderNames(), typed);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** The user's choice of folder columns; empty when there is none. */
        private Optional<List<String>> folderNames() {
            return arguments
                    .option(KnownOptions.PARTITION_COLUMNS)
                    .map(
                            text ->
                                    Arrays.stream(text.split(","))
                                            .map(String::strip)
                                            .filter(name -> !name.isEmpty())
                                            .toList());
        }

        private static boolean containsName(List<String> names, String name) {
            return names.stream()
                    .anyMatch(
                            other ->
                                    other.toLowerCase(Locale.ROOT)
                                            .equals(name.toLowerCase(Locale.ROOT)));
        }

        private FileFormat format() {
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

        private boolean isBrokenRecord(String name) {
            return name.equals(brokenRecord());
        }

        private String brokenRecord() {
            return arguments.option(KnownOptions.CORRUPT_COLUMN).orElse(BROKEN_RECORD);
        }

        /** Inferred columns come with one for what could not be read, so that nothing is lost. */
        private StructType withBrokenRecords(StructType schema, FileFormat format) {
            String mode = arguments.option(KnownOptions.MODE_OPTION).orElse("PERMISSIVE");
            boolean keeps =
                    format.hasBrokenRecords() && mode.strip().equalsIgnoreCase("PERMISSIVE");
            return keeps ? schema.add(brokenRecord(), DataTypes.StringType) : schema;
        }

        private FilesRead read(FileFormat format, List<String> folderColumns) {
            var options = new LinkedHashMap<>(arguments.readerOptions(format));
            if (format.hasBrokenRecords()) {
                options.putIfAbsent(KnownOptions.CORRUPT_COLUMN, BROKEN_RECORD);
            }
            var admission =
                    new FilesRead.Admission(
                            arguments
                                    .option(KnownOptions.MAX_FILES)
                                    .map(
                                            text ->
                                                    (int)
                                                            Math.min(
                                                                    Long.parseLong(text.strip()),
                                                                    Integer.MAX_VALUE))
                                    .orElse(MAX_FILES),
                            arguments
                                    .option(KnownOptions.MAX_BYTES)
                                    .map(ByteSize::parse)
                                    .orElse(Long.MAX_VALUE),
                            arguments.flag(KnownOptions.INCLUDE_EXISTING, true));
            return new FilesRead(selection, format.key(), options, folderColumns, admission);
        }
    }
}
