/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Types that the user knows better: {@code 'id BIGINT, address.zip STRING'}. */
final class SchemaHints {

    private record Hint(List<String> path, DataType type) {}

    private final List<Hint> hints;

    private SchemaHints(List<Hint> hints) {
        this.hints = hints;
    }

    /** Commas within brackets and parentheses belong to a type. */
    static SchemaHints parse(String text) {
        List<Hint> hints = new ArrayList<>();
        for (String part : split(text, ',')) {
            if (!part.isBlank()) {
                hints.add(hint(part.strip()));
            }
        }
        return new SchemaHints(hints);
    }

    private static Hint hint(String text) {
        int end = endOfName(text);
        String type = text.substring(end).strip();
        List<String> path = new ArrayList<>();
        for (String name : split(text.substring(0, end).strip(), '.')) {
            path.add(unquoted(name.strip()));
        }
        try {
            return new Hint(path, DataType.fromDDL(type));
        } catch (Exception e) { // the parser throws a checked exception undeclared
            throw FileErrors.schema(
                    "`schemaHints`: cannot understand `%s`; write a name and a type such as id BIGINT"
                            .formatted(text),
                    e);
        }
    }

    private static int endOfName(String text) {
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '`') {
                quoted = !quoted;
            } else if (!quoted && (Character.isWhitespace(character) || character == ':')) {
                return i;
            }
        }
        return text.length();
    }

    private static String unquoted(String name) {
        boolean quoted = name.length() >= 2 && name.startsWith("`") && name.endsWith("`");
        return quoted ? name.substring(1, name.length() - 1).replace("``", "`") : name;
    }

    private static List<String> split(String text, char separator) {
        List<String> parts = new ArrayList<>();
        int depth = 0;
        boolean quoted = false;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            char character = text.charAt(i);
            if (character == '`') {
                quoted = !quoted;
            } else if (!quoted && (character == '(' || character == '<')) {
                depth++;
            } else if (!quoted && (character == ')' || character == '>')) {
                depth--;
            } else if (!quoted && depth == 0 && character == separator) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }

    /** The names of the columns that a hint is for. */
    List<String> columns() {
        return hints.stream().map(hint -> hint.path().get(0)).distinct().toList();
    }

    /** The schema with the hinted types; what a hint names and the schema lacks is added. */
    StructType applyTo(StructType schema) {
        StructType result = schema;
        for (Hint hint : hints) {
            result = set(result, hint.path(), hint.type());
        }
        return result;
    }

    private static StructType set(StructType schema, List<String> path, DataType type) {
        List<StructField> fields = new ArrayList<>(List.of(schema.fields()));
        String name = path.get(0);
        List<String> rest = path.subList(1, path.size());
        Optional<Integer> place = find(fields, name);
        DataType old = place.map(index -> fields.get(index).dataType()).orElse(DataTypes.NullType);
        DataType replaced = rest.isEmpty() ? type : inside(old, rest, type);
        if (place.isPresent()) {
            String spelled = fields.get(place.get()).name();
            fields.set(place.get(), DataTypes.createStructField(spelled, replaced, true));
        } else {
            fields.add(DataTypes.createStructField(name, replaced, true));
        }
        return DataTypes.createStructType(fields);
    }

    private static DataType inside(DataType old, List<String> path, DataType type) {
        if (old instanceof org.apache.spark.sql.types.ArrayType array) {
            return DataTypes.createArrayType(
                    inside(array.elementType(), path, type), array.containsNull());
        }
        StructType struct = old instanceof StructType found ? found : new StructType();
        return set(struct, path, type);
    }

    private static Optional<Integer> find(List<StructField> fields, String name) {
        String wanted = name.toLowerCase(Locale.ROOT);
        for (int i = 0; i < fields.size(); i++) {
            if (fields.get(i).name().toLowerCase(Locale.ROOT).equals(wanted)) {
                return Optional.of(i);
            }
        }
        return Optional.empty();
    }
}
