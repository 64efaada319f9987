/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.Cast;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.unsafe.types.VariantVal;

/**
 * Values of Spark's types as JSON: numbers and truth values as such, BINARY in Base64, all others
 * as the text that a cast to STRING gives. Fields without a value are left out.
 */
final class ValueJson {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private final String zone;
    private final Map<DataType, Cast> texts = new HashMap<>();

    /**
     * @param zone for timestamps
     */
    ValueJson(String zone) {
        this.zone = zone;
    }

    String zone() {
        return zone;
    }

    /** The value is not null. */
    JsonNode of(Object value, DataType type) {
        if (type instanceof StructType struct) {
            return object((InternalRow) value, struct);
        }
        if (type instanceof ArrayType array) {
            return array((ArrayData) value, array.elementType());
        }
        if (type instanceof MapType map) {
            return object((MapData) value, map);
        }
        if (value instanceof Boolean truth) {
            return NODES.booleanNode(truth);
        }
        if (value instanceof byte[] bytes) {
            return NODES.binaryNode(bytes);
        }
        if (value instanceof Decimal decimal) {
            return DecimalNode.valueOf(decimal.toJavaBigDecimal());
        }
        if (value instanceof VariantVal variant) {
            return NODES.textNode(variant.toJson(ZoneId.of(zone)));
        }
        if (DataTypes.DoubleType.equals(type) && Double.isFinite((Double) value)) {
            return NODES.numberNode((Double) value);
        }
        if (DataTypes.FloatType.equals(type) && Float.isFinite((Float) value)) {
            return NODES.numberNode((Float) value);
        }
        if (DataTypes.LongType.equals(type)
                || DataTypes.IntegerType.equals(type)
                || DataTypes.ShortType.equals(type)
                || DataTypes.ByteType.equals(type)) {
            return NODES.numberNode(((Number) value).longValue());
        }
        return NODES.textNode(text(value, type));
    }

    private String text(Object value, DataType type) {
        Cast cast =
                texts.computeIfAbsent(
                        type, from -> ValueTaker.cast(from, DataTypes.StringType, zone));
        return String.valueOf(ValueTaker.eval(cast, value));
    }

    private ObjectNode object(InternalRow row, StructType type) {
        ObjectNode node = NODES.objectNode();
        for (int i = 0; i < type.length(); i++) {
            var field = type.fields()[i];
            if (!row.isNullAt(i)) {
                node.set(field.name(), of(row.get(i, field.dataType()), field.dataType()));
            }
        }
        return node;
    }

    private ArrayNode array(ArrayData values, DataType type) {
        ArrayNode node = NODES.arrayNode();
        for (int i = 0; i < values.numElements(); i++) {
            if (values.isNullAt(i)) {
                node.addNull();
            } else {
                node.add(of(values.get(i, type), type));
            }
        }
        return node;
    }

    /** Keys are texts, whatever their type. */
    private ObjectNode object(MapData map, MapType type) {
        ObjectNode node = NODES.objectNode();
        ArrayNode keys = array(map.keyArray(), type.keyType());
        ArrayNode values = array(map.valueArray(), type.valueType());
        for (int i = 0; i < keys.size(); i++) {
            JsonNode key = keys.get(i);
            node.set(key.isValueNode() ? key.asText() : key.toString(), values.get(i));
        }
        return node;
    }
}
