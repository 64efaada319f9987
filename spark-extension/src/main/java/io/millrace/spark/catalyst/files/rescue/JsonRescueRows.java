/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.spark.catalyst.ScalaInterop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.json.JSONOptionsInRead;
import org.apache.spark.sql.catalyst.json.JacksonParser;
import org.apache.spark.sql.catalyst.util.BadRecordException;
import org.apache.spark.sql.catalyst.util.DropMalformedMode$;
import org.apache.spark.sql.catalyst.util.FailFastMode$;
import org.apache.spark.sql.catalyst.util.PermissiveMode$;
import org.apache.spark.sql.sources.Filter;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.UTF8String;
import scala.Function1;
import scala.Function2;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;
import scala.runtime.AbstractFunction2;

/**
 * Makes rows of the records of one JSON file. Spark's parser gives the values; a record that it
 * could not take as a whole, or that has fields beside the columns, is looked through a second
 * time.
 */
final class JsonRescueRows {

    private final StructType parsed;
    private final boolean keepsRecords;
    private final boolean rescues;
    private final StructType required;
    private final String rescued;
    private final JSONOptionsInRead options;
    private final String file;
    private final JacksonParser parser;
    private final JsonFactory factory;

    /** Takes the last of several values with one name. */
    private final ObjectMapper lenient;

    /** Refuses several values with one name. */
    private final ObjectMapper trees;

    private final LostFields lost;
    private final Optional<FoldedNames> folded;
    private final boolean isOfRecords;

    private final Function2<JsonFactory, byte[], JsonParser> open =
            new AbstractFunction2<>() {
                @Override
                public JsonParser apply(JsonFactory json, byte[] record) {
                    return JsonRescueRows.open(json, record);
                }
            };

    private final Function1<byte[], UTF8String> literal =
            new AbstractFunction1<>() {
                @Override
                public UTF8String apply(byte[] record) {
                    return UTF8String.fromString(text(record));
                }
            };

    JsonRescueRows(
            StructType parsed,
            Set<String> folders,
            boolean keepsRecords,
            StructType required,
            String rescued,
            boolean exact,
            JSONOptionsInRead options,
            String file) {
        this.parsed = parsed;
        this.keepsRecords = keepsRecords;
        this.required = required;
        this.rescued = rescued;
        rescues = !rescued.equals(JsonRescueFormat.NONE);
        this.options = options;
        this.file = file;
        parser = new JacksonParser(parsed, options, true, ScalaInterop.seq(List.<Filter>of()));
        factory = options.buildJsonFactory();
        lenient =
                new ObjectMapper(factory)
                        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
                        .configure(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES, false)
                        .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN.mappedFeature());
        trees = lenient.copy().enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
        lost = new LostFields(parsed, folders);
        folded = exact ? Optional.empty() : Optional.of(new FoldedNames(parsed, folders));
        isOfRecords = options.singleVariantColumn().isEmpty();
    }

    /** The rows of a text: several for an array of records, none for white space. */
    List<InternalRow> of(byte[] text) {
        Optional<List<JsonElements.Element>> elements =
                isOfRecords ? JsonElements.of(factory, text) : Optional.empty();
        if (elements.isEmpty()) {
            return ofOne(text);
        }
        List<InternalRow> rows = new ArrayList<>();
        for (JsonElements.Element element : elements.get()) {
            byte[] record = element.text().getBytes(StandardCharsets.UTF_8);
            rows.addAll(element.isObject() ? ofOne(record) : broken(record, null));
        }
        return rows;
    }

    private List<InternalRow> ofOne(byte[] record) {
        if (folded.isEmpty()) {
            return rows(record, record, false);
        }
        Optional<JsonNode> tree = tree(lenient, record);
        if (tree.isEmpty() || !folded.get().fold(tree.get())) {
            return rows(record, record, false);
        }
        try {
            // Of equal names only one is left now.
            boolean less = tree(trees, record).isEmpty();
            return rows(trees.writeValueAsBytes(tree.get()), record, less);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a record holds, if that is one value and nothing else. */
    private Optional<JsonNode> tree(ObjectMapper mapper, byte[] record) {
        try (JsonParser tokens = open(factory, record)) {
            JsonNode tree = mapper.readTree(tokens);
            return tokens.nextToken() == null ? Optional.ofNullable(tree) : Optional.empty();
        } catch (IOException e) {
            // What is no JSON is found out again, and kept, when it is parsed.
            return Optional.empty();
        }
    }

    /**
     * @param written how the record stands in its file
     * @param less whether the record has lost something already
     */
    private List<InternalRow> rows(byte[] record, byte[] written, boolean less) {
        List<InternalRow> rows;
        boolean complete = true;
        try {
            rows =
                    new ArrayList<>(
                            CollectionConverters.asJavaCollection(
                                    parser.parse(record, open, literal)));
        } catch (Exception e) { // the parser throws a checked exception undeclared
            if (!(e instanceof BadRecordException bad)) {
                throw e;
            }
            rows = List.of(bad.partialResults().apply());
            if (!rescues) {
                return withRecord(written, rows, e);
            }
            complete = false;
            if (rows.isEmpty()) {
                return broken(written, e);
            }
        }
        if (rows.isEmpty() || !rescues || (complete && !less && !holdsMore(record))) {
            return rows.stream().map(row -> row(row, null, null)).toList();
        }
        return rescued(less ? List.of() : objects(record), written, rows);
    }

    private boolean holdsMore(byte[] record) {
        try (JsonParser tokens = open(factory, record)) {
            return lost.holdsMore(tokens);
        } catch (IOException e) {
            // What follows the record on its line is no JSON.
            return true;
        }
    }

    private List<InternalRow> rescued(
            List<JsonNode> objects, byte[] written, List<InternalRow> rows) {
        List<InternalRow> result = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            ObjectNode fields = RescuedData.nothing();
            if (objects.size() == rows.size()) {
                lost.of(objects.get(i), rows.get(i), fields);
            } else if (i == 0) {
                fields.put(RescuedData.RECORD, text(written));
            }
            result.add(row(rows.get(i), RescuedData.text(fields, file), null));
        }
        return result;
    }

    /**
     * The objects of a record; none when it does not end where its first value ends, or when names
     * stand in it twice.
     */
    private List<JsonNode> objects(byte[] record) {
        List<JsonNode> objects = new ArrayList<>();
        tree(trees, record)
                .ifPresent(
                        tree -> {
                            if (tree.isArray()) {
                                tree.forEach(objects::add);
                            } else {
                                objects.add(tree);
                            }
                        });
        return objects;
    }

    /** As Spark does: the text of the record stands beside what could be read of it. */
    private List<InternalRow> withRecord(byte[] record, List<InternalRow> rows, Exception cause) {
        if (rows.isEmpty() || options.parseMode() != PermissiveMode$.MODULE$) {
            return broken(record, cause);
        }
        UTF8String text = UTF8String.fromString(text(record));
        return rows.stream().map(row -> row(row, null, text)).toList();
    }

    private List<InternalRow> broken(byte[] record, Exception cause) {
        if (options.parseMode() == DropMalformedMode$.MODULE$) {
            return List.of();
        }
        if (options.parseMode() == FailFastMode$.MODULE$) {
            throw RescuedData.malformed(file, cause);
        }
        InternalRow empty = new GenericInternalRow(parsed.length());
        UTF8String text = UTF8String.fromString(text(record));
        if (keepsRecords) {
            return List.of(row(empty, null, text));
        }
        ObjectNode fields = RescuedData.nothing();
        fields.put(RescuedData.RECORD, text.toString());
        return List.of(row(empty, RescuedData.text(fields, file), null));
    }

    private InternalRow row(InternalRow values, UTF8String rescue, UTF8String record) {
        Object[] row = new Object[required.length()];
        for (int i = 0; i < row.length; i++) {
            String name = required.fields()[i].name();
            if (name.equals(rescued)) {
                row[i] = rescue;
            } else if (keepsRecords && name.equals(options.columnNameOfCorruptRecord())) {
                row[i] = record;
            } else {
                int place = parsed.fieldIndex(name);
                row[i] = values.get(place, parsed.fields()[place].dataType());
            }
        }
        return new GenericInternalRow(row);
    }

    private static JsonParser open(JsonFactory json, byte[] record) {
        try {
            return json.createParser(record);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(byte[] record) {
        return new String(record, StandardCharsets.UTF_8);
    }
}
