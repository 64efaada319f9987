/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.files.FileFormat;
import io.millrace.compiler.files.KnownOptions;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.catalyst.UnreadableFiles;
import io.millrace.spark.catalyst.files.FileColumns;
import java.io.FileNotFoundException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.TimeType;

/** Finds the columns of files by reading them. */
final class SchemaInference {

    private static final String LITERAL_PATHS = "__globPaths__";
    private static final String IGNORE_MISSING = "ignoreMissingFiles";
    private static final String IGNORE_CORRUPT = "ignoreCorruptFiles";

    private final SparkSession session;
    private final FileFormat format;
    private final Map<String, String> options;
    private final boolean typed;

    /**
     * @param options those of Spark's reader
     * @param typed whether types are found; else every value that is not nested is STRING
     */
    SchemaInference(
            SparkSession session, FileFormat format, Map<String, String> options, boolean typed) {
        this.session = session;
        this.format = format;
        this.options = options;
        this.typed = typed;
    }

    /**
     * The columns of all the files together; there is one file at least.
     *
     * @param rescues whether values that are not of their column's type can be kept elsewhere; else
     *     types of which none holds all values are an error
     */
    StructType infer(List<FileStatus> files, boolean rescues) {
        try {
            return ofAll(files, rescues);
        } catch (Exception e) { // Spark throws checked exceptions undeclared
            if (isColumnar()) {
                throw e;
            }
            ReadableFiles some =
                    ReadableFiles.among(files, session.sparkContext().hadoopConfiguration());
            if (some.error().isEmpty()) {
                throw e;
            }
            if (some.files().isEmpty()) {
                throw some.error().get();
            }
            // The flow tells of the others when it reads them: it fails then, and no other does.
            return ofAll(some.files(), rescues);
        }
    }

    /** Whether files are looked at one by one, and only at what they say of their columns. */
    private boolean isColumnar() {
        return format == FileFormat.PARQUET
                || format == FileFormat.ORC
                || format == FileFormat.AVRO;
    }

    private StructType ofAll(List<FileStatus> files, boolean rescues) {
        return switch (format) {
            case JSON -> json(files);
            case CSV -> new CsvInference(session, options, typed).infer(files);
            case XML -> new XmlInference(session, options, typed).infer(files);
            case PARQUET, ORC, AVRO -> columnar(files, rescues);
            case TEXT -> new StructType().add("value", DataTypes.StringType);
            case BINARY_FILE -> binaryFile();
        };
    }

    static StructType binaryFile() {
        return new StructType()
                .add("path", DataTypes.StringType)
                .add("modificationTime", DataTypes.TimestampType)
                .add("length", DataTypes.LongType)
                .add("content", DataTypes.BinaryType);
    }

    private StructType json(List<FileStatus> files) {
        Map<String, String> reader = new LinkedHashMap<>(options);
        if (!typed) {
            reader.put("primitivesAsString", "true");
        }
        StructType found = new JsonInference(session, reader).infer(files);
        return new NumberTexts(
                        session,
                        format,
                        reader,
                        DataTypes.DoubleType::equals,
                        CsvInference.MORE_THAN_A_DOUBLE)
                .keep(found, files);
    }

    /**
     * Files written at different times differ: columns are joined by name, and types are widened as
     * far as nothing is lost. Spark's own merging refuses INT beside BIGINT.
     */
    private StructType columnar(List<FileStatus> files, boolean rescues) {
        if (options.containsKey(KnownOptions.AVRO_SCHEMA)) {
            return sparks(session, format, options, files.subList(0, 1));
        }
        StructType merged = new StructType();
        Queue<RuntimeException> unreadable = new ConcurrentLinkedQueue<>();
        for (Optional<StructType> columns :
                FileColumns.forEach(files, file -> ofOne(file, unreadable))) {
            if (columns.isPresent()) {
                StructType more = SchemaEvolution.distinct(storable(columns.get()));
                merged =
                        rescues
                                ? new SchemaEvolution(true).evolve(merged, more)
                                : TypeWidening.merge(merged, more);
            }
        }
        if (merged.isEmpty() && !unreadable.isEmpty()) {
            throw unreadable.remove();
        }
        return merged;
    }

    /** Tables hold no times of the day: their texts are taken, as casts write them. */
    private static StructType storable(StructType columns) {
        return (StructType) withoutTime(columns);
    }

    private static DataType withoutTime(DataType type) {
        if (type instanceof StructType struct) {
            List<StructField> fields = new ArrayList<>();
            for (StructField field : struct.fields()) {
                fields.add(
                        DataTypes.createStructField(
                                field.name(), withoutTime(field.dataType()), true));
            }
            return DataTypes.createStructType(fields);
        }
        if (type instanceof ArrayType array) {
            return DataTypes.createArrayType(withoutTime(array.elementType()), true);
        }
        if (type instanceof MapType map) {
            return DataTypes.createMapType(
                    withoutTime(map.keyType()), withoutTime(map.valueType()), true);
        }
        return type instanceof TimeType ? DataTypes.StringType : type;
    }

    /**
     * Empty for a file that may be passed over, or cannot be read: the flow tells of it when it
     * reads it.
     *
     * @param unreadable gets the errors of files that cannot be read
     */
    private Optional<StructType> ofOne(FileStatus file, Queue<RuntimeException> unreadable) {
        try {
            return new FileColumns(session, format.key(), options).of(file);
        } catch (FileNotFoundException e) {
            return passOver(file, IGNORE_MISSING, e);
        } catch (Exception e) { // Spark throws checked exceptions undeclared
            if (UnreadableFiles.isOfContent(e)) {
                if (!Boolean.parseBoolean(options.get(IGNORE_CORRUPT))) {
                    unreadable.add(FileErrors.unreadable(file.getPath(), e));
                }
                return Optional.empty();
            }
            return passOver(file, IGNORE_CORRUPT, e);
        }
    }

    /**
     * @param option that allows it
     */
    private Optional<StructType> passOver(FileStatus file, String option, Exception cause) {
        if (Boolean.parseBoolean(options.get(option))) {
            return Optional.empty();
        }
        throw FileErrors.schema(
                "cannot read the columns of `%s` as %s: %s; mend or remove the file, or say %s => true"
                        .formatted(
                                file.getPath(),
                                format.key(),
                                String.valueOf(cause.getMessage()).strip(),
                                option),
                cause);
    }

    /**
     * Avro is known by its name only where a module of Spark's is there that reading can do
     * without.
     */
    private static String source(FileFormat format) {
        return format == FileFormat.AVRO
                ? "org.apache.spark.sql.avro.AvroFileFormat"
                : format.key();
    }

    /** What Spark's own inference finds, all columns nullable. */
    static StructType sparks(
            SparkSession session,
            FileFormat format,
            Map<String, String> options,
            List<FileStatus> files) {
        String[] paths =
                files.stream().map(file -> file.getPath().toString()).toArray(String[]::new);
        // Else names that differ in letter case alone are an error before they are seen here.
        StructType found =
                Sessions.cloneWith(session, Map.of("spark.sql.caseSensitive", "true"))
                        .read()
                        .format(source(format))
                        .options(options)
                        .option(LITERAL_PATHS, "false")
                        .option("recursiveFileLookup", "true")
                        .load(paths)
                        .schema();
        return SchemaEvolution.distinct(found);
    }
}
