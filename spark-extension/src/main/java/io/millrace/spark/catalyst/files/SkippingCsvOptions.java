/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import com.univocity.parsers.csv.CsvParserSettings;
import io.millrace.spark.catalyst.ScalaInterop;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.csv.CSVHeaderChecker;
import org.apache.spark.sql.catalyst.csv.CSVOptions;
import org.apache.spark.sql.catalyst.csv.UnivocityParser;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.csv.CSVDataSource;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.StructType;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;

/** The options of Spark's CSV reader, and one more: how many lines of a file come before it. */
public final class SkippingCsvOptions extends CSVOptions {

    private static final long serialVersionUID = 1L;

    /** The reader's option with the number of lines; comments and empty lines count. */
    static final String OPTION = "skipRows";

    private final int lines;
    private final String encoding;
    private final QuoteTally tally;

    private SkippingCsvOptions(
            Map<String, String> options,
            boolean pruning,
            String zone,
            String corruptColumn,
            QuoteTally tally) {
        super(ScalaInterop.map(options), pruning, zone, corruptColumn);
        lines = lines(options);
        encoding = TextEncoding.named(options).name();
        this.tally = tally;
    }

    /**
     * @param pruning whether only the columns that are wanted are parsed
     */
    static SkippingCsvOptions of(Map<String, String> options, boolean pruning, SQLConf conf) {
        return new SkippingCsvOptions(
                options,
                pruning,
                conf.sessionLocalTimeZone(),
                conf.columnNameOfCorruptRecord(),
                null);
    }

    /** The same, with lines counted that are not read right, when this thread runs a flow. */
    static SkippingCsvOptions counting(
            Map<String, String> options, boolean pruning, SparkSession session) {
        SQLConf conf = session.sessionState().conf();
        return new SkippingCsvOptions(
                options,
                pruning,
                conf.sessionLocalTimeZone(),
                conf.columnNameOfCorruptRecord(),
                QuoteTally.current(session.sparkContext()).orElse(null));
    }

    /** How many lines are left out. */
    static int lines(Map<String, String> options) {
        long lines = Long.parseLong(options.getOrDefault(OPTION, "0"));
        return (int) Math.min(lines, Integer.MAX_VALUE);
    }

    /** What the options say of the encoding. */
    Charset encoding() {
        return Charset.forName(encoding);
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
        Charset charset = TextEncoding.of(conf, file.toPath(), encoding());
        boolean plain = charset.equals(StandardCharsets.UTF_8);
        if (plain && (multiLine() || (lines == 0 && tally == null))) {
            return CSVDataSource.apply(this).readFile(conf, file, parser, checker, required);
        }
        return multiLine()
                ? UnivocityParser.parseStream(utf8(conf, file, charset), parser, checker, required)
                : UnivocityParser.parseIterator(
                        counted(
                                TextLines.of(conf, file, charset, lineSeparator()).drop(lines),
                                file),
                        parser,
                        checker,
                        required);
    }

    private Iterator<String> counted(Iterator<String> all, PartitionedFile file) {
        if (tally == null) {
            return all;
        }
        var look = new QuotedLine(this);
        String path = file.urlEncodedPath();
        return new AbstractIterator<>() {
            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public String next() {
                String line = all.next();
                tally.add(path, file.start(), look.flaw(line));
                return line;
            }
        };
    }

    private static InputStream utf8(Configuration conf, PartitionedFile file, Charset charset) {
        try {
            return TextEncoding.utf8(conf, file.toPath(), charset);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file.urlEncodedPath(), e);
        }
    }
}
