/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import io.millrace.spark.catalyst.files.TextEncoding;
import io.millrace.spark.catalyst.files.TextLines;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.Text;
import org.apache.spark.TaskContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.json.JSONOptionsInRead;
import org.apache.spark.sql.execution.datasources.HadoopFileLinesReader;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.TaskCompletionListener;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.runtime.AbstractFunction1;

/** Reads one JSON file, or a part of one. Runs in the executors. */
final class JsonRescueReader extends AbstractFunction1<PartitionedFile, Iterator<InternalRow>>
        implements Serializable {

    private static final long serialVersionUID = 1L;

    private final StructType parsed;

    @SuppressWarnings("serial") // made by HashSet
    private final Set<String> folders;

    private final boolean keepsRecords;
    private final StructType required;
    private final String rescued;
    private final boolean exact;
    private final JSONOptionsInRead options;
    private final String encoding;
    private final Broadcast<SerializableConfiguration> conf;

    /**
     * @param parsed the columns that are looked for in the records
     * @param folders the columns whose values come from the names of folders
     * @param keepsRecords whether there is a column of its own for records that cannot be read
     * @param required the columns that are wanted, in the order that is wanted
     * @param exact whether letter case counts in names
     * @param encoding what the options say of it
     */
    JsonRescueReader(
            StructType parsed,
            Set<String> folders,
            boolean keepsRecords,
            StructType required,
            String rescued,
            boolean exact,
            JSONOptionsInRead options,
            String encoding,
            Broadcast<SerializableConfiguration> conf) {
        this.parsed = parsed;
        this.folders = folders;
        this.keepsRecords = keepsRecords;
        this.required = required;
        this.rescued = rescued;
        this.exact = exact;
        this.options = options;
        this.encoding = encoding;
        this.conf = conf;
    }

    @Override
    public Iterator<InternalRow> apply(PartitionedFile file) {
        var rows =
                new JsonRescueRows(
                        parsed,
                        folders,
                        keepsRecords,
                        required,
                        rescued,
                        exact,
                        options,
                        file.urlEncodedPath());
        Charset charset =
                TextEncoding.of(conf.value().value(), file.toPath(), Charset.forName(encoding));
        Iterator<byte[]> records =
                options.multiLine() ? whole(file, charset) : lines(file, charset);
        return new AbstractIterator<>() {
            private final Deque<InternalRow> ready = new ArrayDeque<>();

            @Override
            public boolean hasNext() {
                while (ready.isEmpty() && records.hasNext()) {
                    ready.addAll(rows.of(records.next()));
                }
                return !ready.isEmpty();
            }

            @Override
            public InternalRow next() {
                return hasNext() ? ready.removeFirst() : null;
            }
        };
    }

    private Iterator<byte[]> whole(PartitionedFile file, Charset charset) {
        try (InputStream in = TextEncoding.utf8(conf.value().value(), file.toPath(), charset)) {
            byte[] content = in.readAllBytes();
            return scala.collection.Iterator$.MODULE$.single(content);
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file.urlEncodedPath(), e);
        }
    }

    private Iterator<byte[]> lines(PartitionedFile file, Charset charset) {
        Configuration hadoopConf = conf.value().value();
        if (!charset.equals(StandardCharsets.UTF_8)) {
            return decoded(TextLines.of(hadoopConf, file, charset, options.lineSeparator()));
        }
        var lines = new HadoopFileLinesReader(file, options.lineSeparatorInRead(), hadoopConf);
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
            public byte[] next() {
                Text line = lines.next();
                return Arrays.copyOf(line.getBytes(), line.getLength());
            }
        };
    }

    private static Iterator<byte[]> decoded(Iterator<String> lines) {
        return new AbstractIterator<>() {
            @Override
            public boolean hasNext() {
                return lines.hasNext();
            }

            @Override
            public byte[] next() {
                return lines.next().getBytes(StandardCharsets.UTF_8);
            }
        };
    }
}
