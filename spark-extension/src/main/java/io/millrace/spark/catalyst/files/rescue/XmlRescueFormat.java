/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.spark.catalyst.ScalaInterop;
import io.millrace.spark.catalyst.files.EncodedXmlFormat;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.xml.XmlOptions;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import scala.Function1;
import scala.collection.AbstractIterator;
import scala.collection.Iterator;
import scala.collection.immutable.Map;
import scala.collection.immutable.Seq;
import scala.runtime.AbstractFunction1;

/**
 * XML whose elements that no column takes are kept in the column of {@link RescuedData}: the
 * contents of unknown ones, and the whole text of a row with a value that cannot be read.
 */
public final class XmlRescueFormat extends EncodedXmlFormat {

    private static final long serialVersionUID = 1L;
    private static final String WILDCARD_OPTION = "wildcardColName";
    private static final String CORRUPT_OPTION = "columnNameOfCorruptRecord";
    private static final String UNKNOWN = "millrace unknown";

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
        String corrupt = options.apply(CORRUPT_OPTION);
        Set<String> notParsed = new HashSet<>(Arrays.asList(partitionSchema.fieldNames()));
        notParsed.add(rescued);
        StructType parsed = RescuedData.without(dataSchema, notParsed);
        boolean keepsRecords = RescuedData.has(parsed, corrupt);
        if (!keepsRecords) {
            parsed = parsed.add(corrupt, DataTypes.StringType);
        }
        var reader = new HashMap<>(ScalaInterop.map(options));
        // The other one calls the whole file the text of a broken row.
        reader.put(XmlOptions.USE_LEGACY_XML_PARSER(), "true");
        boolean findsUnknown = !reader.containsKey(WILDCARD_OPTION);
        if (findsUnknown) {
            reader.put(WILDCARD_OPTION, UNKNOWN);
            parsed = parsed.add(UNKNOWN, DataTypes.createArrayType(DataTypes.StringType));
        }
        var rows =
                super.buildReader(
                        session,
                        parsed,
                        partitionSchema,
                        parsed,
                        ScalaInterop.seq(List.<Filter>of()),
                        ScalaInterop.map(reader),
                        hadoopConf);
        return new Reader(rows, parsed, requiredSchema, rescued, corrupt, keepsRecords);
    }

    private static final class Reader
            extends AbstractFunction1<PartitionedFile, Iterator<InternalRow>>
            implements java.io.Serializable {

        private static final long serialVersionUID = 1L;
        private static final String ELEMENTS = "_unknown_elements";

        @SuppressWarnings("serial") // Spark's own are
        private final Function1<PartitionedFile, Iterator<InternalRow>> rows;

        private final StructType parsed;
        private final StructType required;
        private final String rescued;
        private final String corrupt;
        private final boolean keepsRecords;

        Reader(
                Function1<PartitionedFile, Iterator<InternalRow>> rows,
                StructType parsed,
                StructType required,
                String rescued,
                String corrupt,
                boolean keepsRecords) {
            this.rows = rows;
            this.parsed = parsed;
            this.required = required;
            this.rescued = rescued;
            this.corrupt = corrupt;
            this.keepsRecords = keepsRecords;
        }

        @Override
        public Iterator<InternalRow> apply(PartitionedFile file) {
            Iterator<InternalRow> inFile = rows.apply(file);
            return new AbstractIterator<>() {
                @Override
                public boolean hasNext() {
                    return inFile.hasNext();
                }

                @Override
                public InternalRow next() {
                    return row(inFile.next(), file.urlEncodedPath());
                }
            };
        }

        private InternalRow row(InternalRow values, String file) {
            Object[] row = new Object[required.length()];
            for (int i = 0; i < row.length; i++) {
                String name = required.fields()[i].name();
                if (name.equals(rescued)) {
                    row[i] = RescuedData.text(lost(values), file);
                } else {
                    int place = parsed.fieldIndex(name);
                    row[i] = values.get(place, parsed.fields()[place].dataType());
                }
            }
            return new GenericInternalRow(row);
        }

        private ObjectNode lost(InternalRow values) {
            ObjectNode lost = RescuedData.nothing();
            int record = parsed.fieldIndex(corrupt);
            if (!values.isNullAt(record)) {
                if (!keepsRecords) {
                    lost.put(RescuedData.RECORD, values.getUTF8String(record).toString());
                }
                return lost;
            }
            if (RescuedData.has(parsed, UNKNOWN)) {
                int unknown = parsed.fieldIndex(UNKNOWN);
                if (!values.isNullAt(unknown)) {
                    add(values.getArray(unknown), lost);
                }
            }
            return lost;
        }

        /** Spark tells the contents of unknown elements, not their names. */
        private static void add(ArrayData elements, ObjectNode lost) {
            for (int i = 0; i < elements.numElements(); i++) {
                lost.withArray(ELEMENTS).add(String.valueOf(elements.getUTF8String(i)));
            }
        }
    }

    @Override
    protected Class<?> reads() {
        return XmlRescueFormat.class;
    }
}
