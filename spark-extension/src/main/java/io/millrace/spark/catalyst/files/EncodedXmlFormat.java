/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import io.millrace.spark.catalyst.ScalaInterop;
import java.io.Serializable;
import java.nio.charset.Charset;
import java.util.HashMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.execution.datasources.xml.XmlFileFormat;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.SerializableConfiguration$;
import scala.Function1;
import scala.collection.Iterator;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;
import scala.runtime.AbstractFunction1;

/** XML whose files may say by a byte order mark how they are written. */
public class EncodedXmlFormat extends XmlFileFormat {

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
        java.util.Map<String, String> given = ScalaInterop.map(options);
        Charset named = TextEncoding.ofXml(given);
        var readers = new HashMap<String, Function1<PartitionedFile, Iterator<InternalRow>>>();
        for (Charset charset : TextEncoding.possible(named)) {
            readers.put(
                    charset.name(),
                    super.buildReader(
                            session,
                            dataSchema,
                            partitionSchema,
                            requiredSchema,
                            filters,
                            ScalaInterop.map(TextEncoding.withXml(given, charset)),
                            hadoopConf));
        }
        return new Reader(
                readers,
                named.name(),
                SerializableConfiguration$.MODULE$.broadcast(session.sparkContext(), hadoopConf));
    }

    private static final class Reader
            extends AbstractFunction1<PartitionedFile, Iterator<InternalRow>>
            implements Serializable {

        private static final long serialVersionUID = 1L;

        private final HashMap<String, Function1<PartitionedFile, Iterator<InternalRow>>> readers;
        private final String named;
        private final Broadcast<SerializableConfiguration> conf;

        /**
         * @param readers by the names of encodings
         */
        Reader(
                java.util.Map<String, Function1<PartitionedFile, Iterator<InternalRow>>> readers,
                String named,
                Broadcast<SerializableConfiguration> conf) {
            this.readers = new HashMap<>(readers);
            this.named = named;
            this.conf = conf;
        }

        @Override
        public Iterator<InternalRow> apply(PartitionedFile file) {
            Charset charset =
                    TextEncoding.of(conf.value().value(), file.toPath(), Charset.forName(named));
            return readers.get(charset.name()).apply(file);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EncodedXmlFormat format && reads().equals(format.reads());
    }

    @Override
    public int hashCode() {
        return reads().hashCode();
    }

    /** What it makes of a file; a format that makes something else of it is another one. */
    protected Class<?> reads() {
        return EncodedXmlFormat.class;
    }
}
