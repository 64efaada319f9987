/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import io.millrace.spark.catalyst.ScalaInterop;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.catalyst.files.FileColumns;
import io.millrace.spark.catalyst.files.StoredColumns;
import io.millrace.spark.catalyst.files.StoredTypes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.spark.paths.SparkPath;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.FileFormat$;
import org.apache.spark.sql.execution.datasources.OutputWriterFactory;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.Function1;
import scala.Option;
import scala.collection.Iterator;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;

/**
 * Parquet, ORC and Avro whose columns and values that no column takes are kept in the column of
 * {@link RescuedData}. Such a file says its columns: one that has nothing else than the columns
 * asked for is read as always, any other with the columns that it has, whose values are then put
 * into those asked for one by one.
 *
 * <p>Without such a column only the values change that Spark's reader does not know.
 */
public final class ColumnarRescueFormat implements FileFormat {

    /** Lets Avro take fields by place, where names that differ in letter case alone are apart. */
    private static final String BY_PLACE = "positionalFieldMatching";

    /** No column's name. */
    private static final String NONE = "\u0000";

    private static final String CASE_SENSITIVE = "spark.sql.caseSensitive";

    private final FileFormat format;
    private final String name;
    private final List<FileStatus> files;

    /**
     * @param format Spark's own reader
     * @param name of the format, as {@link FileColumns} knows it
     * @param files all that will be read
     */
    public ColumnarRescueFormat(FileFormat format, String name, List<FileStatus> files) {
        this.format = format;
        this.name = name;
        this.files = List.copyOf(files);
    }

    @Override
    public Function1<PartitionedFile, Iterator<InternalRow>> buildReader(
            SparkSession session,
            StructType dataSchema,
            StructType partitionSchema,
            StructType requiredSchema,
            Seq<Filter> filters,
            Map<String, String> options,
            Configuration hadoopConf) {
        boolean keeps = options.contains(RescuedData.OPTION);
        String rescued = keeps ? options.apply(RescuedData.OPTION) : NONE;
        boolean exact = RescuedData.isCaseSensitive(options, true);
        Set<String> folders =
                Arrays.stream(partitionSchema.fieldNames())
                        .map(folder -> folder.toLowerCase(Locale.ROOT))
                        .collect(Collectors.toSet());
        StructType columns = withoutFolders(dataSchema, folders);
        columns = RescuedData.without(columns, Set.of(rescued));
        StructType wanted = RescuedData.without(requiredSchema, Set.of(rescued));
        boolean rescues = RescuedData.has(requiredSchema, rescued);

        var places = new HashMap<String, Integer>();
        var numbers = new LinkedHashMap<StoredColumns, Integer>();
        List<Optional<StoredColumns>> found = columns(session, options);
        for (int i = 0; i < files.size(); i++) {
            StoredColumns inFile =
                    withoutFolders(found.get(i).orElse(StoredColumns.plain(columns)), folders);
            boolean plain =
                    keeps
                            ? inFile.isPlain()
                                    && isPlain(
                                            inFile.columns(),
                                            rescues ? columns : wanted,
                                            rescues,
                                            exact)
                            : StoredTypes.counted(wanted, inFile).equals(wanted.asNullable());
            if (!plain) {
                Integer number = numbers.computeIfAbsent(inFile, columnsOfIt -> numbers.size());
                places.put(SparkPath.fromFileStatus(files.get(i)).urlEncoded(), number);
            }
        }
        var own = new ArrayList<ColumnarRescueReader.Own>();
        for (StoredColumns inFile : numbers.keySet()) {
            own.add(
                    keeps
                            ? own(
                                    session,
                                    inFile,
                                    columns,
                                    wanted,
                                    rescues,
                                    exact,
                                    options,
                                    hadoopConf)
                            : asked(session, inFile, columns, wanted, options, hadoopConf));
        }
        return new ColumnarRescueReader(
                reader(session, columns, wanted, plain(filters, rescued), options, hadoopConf),
                wanted,
                places,
                own,
                new ColumnarRescueReader.Columns(
                        columns,
                        requiredSchema,
                        rescued,
                        exact,
                        session.sessionState().conf().sessionLocalTimeZone()));
    }

    /** A file of which the columns asked for are read, as the format itself takes them. */
    private ColumnarRescueReader.Own asked(
            SparkSession session,
            StoredColumns inFile,
            StructType columns,
            StructType wanted,
            Map<String, String> options,
            Configuration hadoopConf) {
        StructType read = StoredTypes.read(wanted, inFile);
        return new ColumnarRescueReader.Own(
                wanted,
                read,
                StoredTypes.counted(wanted, inFile),
                reader(
                        session,
                        StoredTypes.read(columns, inFile),
                        read,
                        ScalaInterop.seq(List.<Filter>of()),
                        options,
                        hadoopConf));
    }

    /** Empty for files that do not say their columns. */
    private List<Optional<StoredColumns>> columns(
            SparkSession session, Map<String, String> options) {
        var columns = new FileColumns(session, name, ScalaInterop.map(options));
        return FileColumns.forEach(
                files,
                file -> {
                    try {
                        return columns.stored(file)
                                .filter(inFile -> columns.areNamed(inFile.columns()));
                    } catch (Exception e) { // Spark throws checked exceptions undeclared
                        // Broken or gone: reading it fails in its own words, or leaves it out.
                        return Optional.empty();
                    }
                });
    }

    private static StoredColumns withoutFolders(StoredColumns inFile, Set<String> folders) {
        return new StoredColumns(
                withoutFolders(inFile.columns(), folders),
                withoutFolders(inFile.stored(), folders));
    }

    private static StructType withoutFolders(StructType schema, Set<String> folders) {
        return new StructType(
                Arrays.stream(schema.fields())
                        .filter(field -> !folders.contains(field.name().toLowerCase(Locale.ROOT)))
                        .toArray(StructField[]::new));
    }

    /** Whether Spark's own reader loses nothing. */
    private static boolean isPlain(
            StructType inFile, StructType columns, boolean rescues, boolean exact) {
        var names = new ColumnNames(columns, inFile, exact);
        for (int i = 0; i < inFile.length(); i++) {
            StructField field = inFile.fields()[i];
            Optional<StructField> column = names.column(i).map(place -> columns.fields()[place]);
            boolean same =
                    column.map(
                                    known ->
                                            known.name().equals(field.name())
                                                    && DataType.equalsIgnoreNullability(
                                                            known.dataType(), field.dataType()))
                            .orElse(!rescues && !isSpelledOtherwise(field, columns));
            if (!same) {
                return false;
            }
        }
        return true;
    }

    /** Spark's readers would take such a field for the column. */
    private static boolean isSpelledOtherwise(StructField field, StructType columns) {
        return Arrays.stream(columns.fieldNames()).anyMatch(field.name()::equalsIgnoreCase);
    }

    private ColumnarRescueReader.Own own(
            SparkSession session,
            StoredColumns inFile,
            StructType columns,
            StructType wanted,
            boolean rescues,
            boolean exact,
            Map<String, String> options,
            Configuration hadoopConf) {
        boolean byPlace = name.equals("avro");
        var names = new ColumnNames(columns, inFile.columns(), exact);
        List<StructField> seen = new ArrayList<>();
        List<StructField> needed = new ArrayList<>();
        for (int i = 0; i < inFile.columns().length(); i++) {
            Optional<StructField> column = names.column(i).map(place -> columns.fields()[place]);
            StructField stored = inFile.stored().fields()[i];
            // Who asks for a number gets the one that is stored.
            boolean asNumber =
                    column.filter(known -> known.dataType().equals(stored.dataType())).isPresent();
            seen.add(asNumber ? stored : inFile.columns().fields()[i]);
            boolean asked = column.filter(it -> RescuedData.has(wanted, it.name())).isPresent();
            if (byPlace || rescues || asked) {
                needed.add(seen.get(i));
            }
        }
        var all = new StructType(seen.toArray(StructField[]::new));
        var read = new StructType(needed.toArray(StructField[]::new));
        var reading = new HashMap<>(ScalaInterop.map(options));
        if (byPlace) {
            reading.put(BY_PLACE, "true");
        }
        SparkSession apart = Sessions.cloneWith(session, java.util.Map.of(CASE_SENSITIVE, "true"));
        StructType stored = StoredTypes.read(read, inFile);
        return new ColumnarRescueReader.Own(
                read,
                stored,
                StoredTypes.counted(read, inFile),
                reader(
                        apart,
                        StoredTypes.read(all, inFile),
                        stored,
                        ScalaInterop.seq(List.<Filter>of()),
                        ScalaInterop.map(reading),
                        hadoopConf));
    }

    private Function1<PartitionedFile, Iterator<InternalRow>> reader(
            SparkSession session,
            StructType columns,
            StructType read,
            Seq<Filter> filters,
            Map<String, String> options,
            Configuration hadoopConf) {
        var rows = new HashMap<>(ScalaInterop.map(options));
        rows.put(FileFormat$.MODULE$.OPTION_RETURNING_BATCH(), "false");
        // The readers write what they are asked for into it.
        var conf = new Configuration(hadoopConf);
        return format.buildReaderWithPartitionValues(
                session, columns, new StructType(), read, filters, ScalaInterop.map(rows), conf);
    }

    private static Seq<Filter> plain(Seq<Filter> filters, String rescued) {
        return ScalaInterop.seq(
                ScalaInterop.list(filters).stream()
                        .filter(filter -> !List.of(filter.references()).contains(rescued))
                        .toList());
    }

    @Override
    public boolean isSplitable(SparkSession session, Map<String, String> options, Path path) {
        return format.isSplitable(session, options, path);
    }

    @Override
    public boolean supportDataType(DataType type) {
        return format.supportDataType(type);
    }

    @Override
    public Option<StructType> inferSchema(
            SparkSession session, Map<String, String> options, Seq<FileStatus> ofFiles) {
        return format.inferSchema(session, options, ofFiles);
    }

    @Override
    public OutputWriterFactory prepareWrite(
            SparkSession session, Job job, Map<String, String> options, StructType schema) {
        throw new UnsupportedOperationException("these files are only read");
    }

    @Override
    public String toString() {
        return name;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof ColumnarRescueFormat that
                && name.equals(that.name)
                && files.equals(that.files);
    }

    @Override
    public int hashCode() {
        return Objects.hash(name, files);
    }
}
