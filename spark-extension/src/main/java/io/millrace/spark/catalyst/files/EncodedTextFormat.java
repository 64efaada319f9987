/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import io.millrace.spark.catalyst.ScalaInterop;
import java.io.IOException;
import java.io.Reader;
import java.io.Serializable;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.text.TextFileFormat;
import org.apache.spark.sql.execution.datasources.text.TextOptions;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.SerializableConfiguration$;
import scala.Function1;
import scala.Option;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;
import scala.runtime.AbstractFunction1;

/** Text of any encoding; Spark's reader takes the bytes for UTF-8 whatever it is told. */
public final class EncodedTextFormat extends TextFileFormat {

    private static final long serialVersionUID = 1L;

    @Override
    public Function1<PartitionedFile, Iterator<InternalRow>> buildReader(
            SparkSession session,
            StructType dataSchema,
            StructType partitionSchema,
            StructType requiredSchema,
            Seq<Filter> filters,
            Map<String, String> options,
            Configuration hadoopConf) {
        var text = new TextOptions(options);
        return new Rows(
                super.buildReader(
                        session,
                        dataSchema,
                        partitionSchema,
                        requiredSchema,
                        filters,
                        options,
                        hadoopConf),
                TextEncoding.named(ScalaInterop.map(options)).name(),
                text.wholeText(),
                ScalaInterop.map(options).get("lineSep"),
                requiredSchema.length(),
                SerializableConfiguration$.MODULE$.broadcast(session.sparkContext(), hadoopConf));
    }

    private static final class Rows
            extends AbstractFunction1<PartitionedFile, Iterator<InternalRow>>
            implements Serializable {

        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial") // Spark's own are
        private final Function1<PartitionedFile, Iterator<InternalRow>> utf8;

        private final String named;
        private final boolean whole;
        private final String separator;
        private final int columns;
        private final Broadcast<SerializableConfiguration> conf;

        /**
         * @param utf8 the rows of a file in UTF-8
         * @param separator null for any end of a line
         * @param columns 1, or 0 when rows are counted only
         */
        Rows(
                Function1<PartitionedFile, Iterator<InternalRow>> utf8,
                String named,
                boolean whole,
                String separator,
                int columns,
                Broadcast<SerializableConfiguration> conf) {
            this.utf8 = utf8;
            this.named = named;
            this.whole = whole;
            this.separator = separator;
            this.columns = columns;
            this.conf = conf;
        }

        @Override
        public Iterator<InternalRow> apply(PartitionedFile file) {
            Configuration hadoopConf = conf.value().value();
            Charset charset = TextEncoding.of(hadoopConf, file.toPath(), Charset.forName(named));
            if (charset.equals(StandardCharsets.UTF_8) && !whole) {
                return utf8.apply(file);
            }
            Iterator<String> texts =
                    whole
                            ? scala.collection.Iterator$.MODULE$.single(
                                    content(hadoopConf, file, charset))
                            : TextLines.of(hadoopConf, file, charset, Option.apply(separator));
            return new AbstractIterator<>() {
                @Override
                public boolean hasNext() {
                    return texts.hasNext();
                }

                @Override
                public InternalRow next() {
                    UTF8String text = UTF8String.fromString(texts.next());
                    return new GenericInternalRow(
                            columns == 0 ? new Object[0] : new Object[] {text});
                }
            };
        }

        private static String content(
                Configuration hadoopConf, PartitionedFile file, Charset charset) {
            try (Reader reader = TextEncoding.reader(hadoopConf, file.toPath(), charset)) {
                var content = new StringWriter();
                reader.transferTo(content);
                return content.toString();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot read " + file.urlEncodedPath(), e);
            }
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EncodedTextFormat;
    }

    @Override
    public int hashCode() {
        return EncodedTextFormat.class.hashCode();
    }
}
