/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.spark.TaskContext;
import org.apache.spark.sql.execution.datasources.HadoopFileLinesReader;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.util.TaskCompletionListener;
import scala.Option;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;

/** The lines of a text file, or of a part of it, in any encoding. */
public final class TextLines {

    private TextLines() {}

    /**
     * The lines of a file.
     *
     * @param separator what ends a line; empty for any usual end
     */
    public static Iterator<String> of(
            Configuration conf, PartitionedFile file, Charset charset, Option<String> separator) {
        if (TextEncoding.isReadByAnother(file, charset)) {
            return scala.collection.Iterator$.MODULE$.empty();
        }
        return TextEncoding.hasLinesOfBytes(charset)
                ? byBytes(conf, file, charset, separator)
                : byCharacters(conf, file, charset, separator.isEmpty() ? "" : separator.get());
    }

    private static Iterator<String> byBytes(
            Configuration conf, PartitionedFile file, Charset charset, Option<String> separator) {
        Option<byte[]> bytes =
                separator.isEmpty()
                        ? Option.empty()
                        : Option.apply(separator.get().getBytes(charset));
        var lines = new HadoopFileLinesReader(file, bytes, conf);
        TaskContext task = TaskContext.get();
        if (task != null) {
            TaskCompletionListener closing = done -> lines.close();
            task.addTaskCompletionListener(closing);
        }
        return new AbstractIterator<>() {
            @Override
            public boolean hasNext() {
                return lines.hasNext();
            }

            @Override
            public String next() {
                Text line = lines.next();
                return new String(line.getBytes(), 0, line.getLength(), charset);
            }
        };
    }

    private static Iterator<String> byCharacters(
            Configuration conf, PartitionedFile file, Charset charset, String separator) {
        BufferedReader reader;
        try {
            reader = TextEncoding.reader(conf, file.toPath(), charset);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file.urlEncodedPath(), e);
        }
        return new AbstractIterator<>() {
            private String line = read(reader, separator);

            @Override
            public boolean hasNext() {
                return line != null;
            }

            @Override
            public String next() {
                String current = line;
                line = read(reader, separator);
                return current;
            }
        };
    }

    private static String read(BufferedReader reader, String separator) {
        try {
            return next(reader, separator);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The next line, by Java's idea of line ends or up to a separator; null at the end. */
    static String next(BufferedReader reader, String separator) throws IOException {
        if (separator.isEmpty()) {
            return reader.readLine();
        }
        char last = separator.charAt(separator.length() - 1);
        var line = new StringBuilder();
        int character;
        while ((character = reader.read()) >= 0) {
            line.append((char) character);
            int end = line.length() - separator.length();
            if (character == last && end >= 0 && line.indexOf(separator, end) == end) {
                return line.substring(0, end);
            }
        }
        return line.length() == 0 ? null : line.toString();
    }
}
