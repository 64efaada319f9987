/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import io.millrace.spark.catalyst.ScalaInterop;
import io.millrace.spark.catalyst.Sessions;
import io.millrace.spark.catalyst.files.FileColumns;
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
 */
public final class ColumnarRescueFormat implements FileFormat {

    /** Lets Avro take fields by place, where names that differ in letter case alone are apart. */
    private static final String BY_PLACE = "positionalFieldMatching";

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
        String rescued = options.apply(RescuedData.OPTION);
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
        var numbers = new LinkedHashMap<StructType, Integer>();
        List<Optional<StructType>> found = columns(session, options);
        for (int i = 0; i < files.size(); i++) {
            StructType inFile = withoutFolders(found.get(i).orElse(columns), folders);
            if (!isPlain(inFile, rescues ? columns : wanted, rescues, exact)) {
                Integer number = numbers.computeIfAbsent(inFile, columnsOfIt -> numbers.size());
                places.put(SparkPath.fromFileStatus(files.get(i)).urlEncoded(), number);
            }
        }
        var own = new ArrayList<ColumnarRescueReader.Own>();
        for (StructType inFile : numbers.keySet()) {
            own.add(own(session, inFile, columns, wanted, rescues, exact, options, hadoopConf));
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

    /** Empty for files that do not say their columns. */
    private List<Optional<StructType>> columns(SparkSession session, Map<String, String> options) {
        var columns = new FileColumns(session, name, ScalaInterop.map(options));
        return FileColumns.forEach(
                files,
                file -> {
                    try {
                        return columns.of(file).filter(columns::areNamed);
                    } catch (Exception e) { // Spark throws checked exceptions undeclared
                        // Broken or gone: reading it fails in its own words, or leaves it out.
                        return Optional.empty();
                    }
                });
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
            StructType inFile,
            StructType columns,
            StructType wanted,
            boolean rescues,
            boolean exact,
            Map<String, String> options,
            Configuration hadoopConf) {
        boolean byPlace = name.equals("avro");
        var names = new ColumnNames(columns, inFile, exact);
        List<StructField> needed = new ArrayList<>();
        for (int i = 0; i < inFile.length(); i++) {
            Optional<String> column = names.column(i).map(place -> columns.fieldNames()[place]);
            boolean asked = column.filter(known -> RescuedData.has(wanted, known)).isPresent();
            if (byPlace || rescues || asked) {
                needed.add(inFile.fields()[i]);
            }
        }
        var read = new StructType(needed.toArray(StructField[]::new));
        var reading = new HashMap<>(ScalaInterop.map(options));
        if (byPlace) {
            reading.put(BY_PLACE, "true");
        }
        SparkSession apart = Sessions.cloneWith(session, java.util.Map.of(CASE_SENSITIVE, "true"));
        return new ColumnarRescueReader.Own(
                read,
                reader(
                        apart,
                        inFile,
                        read,
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
