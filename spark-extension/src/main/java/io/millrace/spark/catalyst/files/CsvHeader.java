/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import com.univocity.parsers.csv.CsvParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.CodecStreams;

/** The first record of a CSV file, behind the lines that are left out. */
public final class CsvHeader {

    private CsvHeader() {}

    /** The first record by the options of Spark's CSV reader; empty for a file without records. */
    public static Optional<List<String>> read(
            SparkSession session, Path file, Map<String, String> options) throws IOException {
        var csv = SkippingCsvOptions.of(options, false, session.sessionState().conf());
        return read(session.sparkContext().hadoopConfiguration(), file, csv);
    }

    public static Optional<List<String>> read(Configuration conf, Path file, SkippingCsvOptions csv)
            throws IOException {
        var parser = new CsvParser(csv.asParserSettings());
        Charset charset = TextEncoding.of(conf, file, csv.encoding());
        try (InputStream in = CodecStreams.createInputStream(conf, file);
                Reader reader = TextEncoding.withoutMark(new InputStreamReader(in, charset))) {
            String[] record =
                    csv.multiLine()
                            ? firstRecord(parser, reader)
                            : firstLine(parser, new BufferedReader(reader), csv);
            return Optional.ofNullable(record).map(CsvHeader::names);
        }
    }

    private static String[] firstRecord(CsvParser parser, Reader reader) {
        parser.beginParsing(reader);
        String[] record = parser.parseNext();
        parser.stopParsing();
        return record;
    }

    private static String[] firstLine(
            CsvParser parser, BufferedReader reader, SkippingCsvOptions csv) throws IOException {
        String separator = csv.lineSeparator().isEmpty() ? "" : csv.lineSeparator().get();
        String line;
        for (int i = 0; i < csv.lines(); i++) {
            if (TextLines.next(reader, separator) == null) {
                return null;
            }
        }
        while ((line = TextLines.next(reader, separator)) != null) {
            boolean comment =
                    csv.isCommentSet() && line.startsWith(Character.toString(csv.comment()));
            if (!line.isBlank() && !comment) {
                return parser.parseLine(line);
            }
        }
        return null;
    }

    private static List<String> names(String[] record) {
        List<String> names = new ArrayList<>();
        for (String name : record) {
            names.add(name == null ? "" : name);
        }
        return names;
    }
}
