/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import com.univocity.parsers.csv.CsvParserSettings;
import io.millrace.spark.catalyst.ScalaInterop;
import java.nio.charset.Charset;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.csv.CSVHeaderChecker;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.apache.spark.sql.catalyst.csv.UnivocityParser;
import org.apache.spark.sql.execution.datasources.HadoopFileLinesReader;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.csv.CSVDataSource;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.TaskCompletionListener;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;

/** The options of Spark's CSV reader, and one more: how many lines of a file come before it. */
public final class SkippingCsvOptions extends CSVOptions {

    private static final long serialVersionUID = 1L;

    /** The reader's option with the number of lines; comments and empty lines count. */
    static final String OPTION = "skipRows";

    private final int lines;

    private SkippingCsvOptions(
            Map<String, String> options, boolean pruning, String zone, String corruptColumn) {
        super(ScalaInterop.map(options), pruning, zone, corruptColumn);
        lines = lines(options);
    }

    /**
     * @param pruning whether only the columns that are wanted are parsed
     */
    static SkippingCsvOptions of(Map<String, String> options, boolean pruning, SQLConf conf) {
        return new SkippingCsvOptions(
                options, pruning, conf.sessionLocalTimeZone(), conf.columnNameOfCorruptRecord());
    }

    /** How many lines are left out. */
    static int lines(Map<String, String> options) {
        long lines = Long.parseLong(options.getOrDefault(OPTION, "0"));
        return (int) Math.min(lines, Integer.MAX_VALUE);
    }

    int lines() {
        return lines;
    }

    @Override
    public CsvParserSettings asParserSettings() {
        CsvParserSettings settings = super.asParserSettings();
        if (multiLine()) {
            // The parser sees the file as a whole then; else it sees line by line.
            settings.setNumberOfRowsToSkip(lines);
        }
        return settings;
    }

    /** The rows of a file, or of a part of it that has its begin where lines are left out. */
    public Iterator<InternalRow> rows(
            Configuration conf,
            PartitionedFile file,
            UnivocityParser parser,
            CSVHeaderChecker checker,
            StructType required) {
        if (lines == 0 || multiLine()) {
            return CSVDataSource.apply(this).readFile(conf, file, parser, checker, required);
        }
        return UnivocityParser.parseIterator(
                texts(conf, file).drop(lines), parser, checker, required);
    }

    private Iterator<String> texts(Configuration conf, PartitionedFile file) {
        var reader = new HadoopFileLinesReader(file, lineSeparatorInRead(), conf);
        TaskContext task = TaskContext.get();
        if (task != null) {
            TaskCompletionListener closing = done -> reader.close();
            task.addTaskCompletionListener(closing);
        }
        Charset charset = Charset.forName(charset());
        return new AbstractIterator<>() {
            @Override
            public boolean hasNext() {
                return reader.hasNext();
            }

            @Override
            public String next() {
                var line = reader.next();
                return new String(line.getBytes(), 0, line.getLength(), charset);
            }
        };
    }
}
