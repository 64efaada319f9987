/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.millrace.spark.catalyst.SchemaTypes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.CharType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Small works on schemas; names compare without regard to letter case. */
public final class Schemas {

    private static final String COMMENT = "comment";

    /** Where Spark keeps the declared length of a text. */
    static final String TEXT_TYPE = "__CHAR_VARCHAR_TYPE_STRING";

    private Schemas() {}

    public static Optional<StructField> find(StructType schema, String name) {
        for (StructField field : schema.fields()) {
            if (field.name().equalsIgnoreCase(name)) {
                return Optional.of(field);
            }
        }
        return Optional.empty();
    }

    /**
     * A schema with what Delta keeps of the columns that are stored already, above all the names
     * that they have in the files; without that, Delta would take them for new ones, and their
     * values for gone.
     *
     * @param stored the columns that the table has
     * @param wanted those that it shall have, with their comments
     */
    public static StructType keepingIdentity(StructType stored, StructType wanted) {
        List<StructField> fields = new ArrayList<>();
        for (StructField field : wanted.fields()) {
            fields.add(
                    find(stored, field.name())
                            .map(old -> keepingIdentity(old, field))
                            .orElse(field));
        }
        return new StructType(fields.toArray(StructField[]::new));
    }

    private static StructField keepingIdentity(StructField stored, StructField wanted) {
        MetadataBuilder metadata = new MetadataBuilder().withMetadata(stored.metadata());
        metadata.remove(COMMENT);
        return new StructField(
                stored.name(),
                keepingIdentity(stored.dataType(), wanted.dataType()),
                wanted.nullable(),
                metadata.withMetadata(wanted.metadata()).build());
    }

    private static DataType keepingIdentity(DataType stored, DataType wanted) {
        if (stored instanceof StructType before && wanted instanceof StructType now) {
            return keepingIdentity(before, now);
        }
        if (stored instanceof ArrayType before && wanted instanceof ArrayType now) {
            return DataTypes.createArrayType(
                    keepingIdentity(before.elementType(), now.elementType()), now.containsNull());
        }
        if (stored instanceof MapType before && wanted instanceof MapType now) {
            return DataTypes.createMapType(
                    keepingIdentity(before.keyType(), now.keyType()),
                    keepingIdentity(before.valueType(), now.valueType()),
                    now.valueContainsNull());
        }
        return wanted;
    }

    /**
     * Columns of a table as those of a view over it, which tells their types and comments.
     *
     * @param names of columns that the table has, in the view's order
     */
    public static StructType shown(List<String> names, StructType table) {
        List<StructField> fields = new ArrayList<>();
        for (String name : names) {
            StructField field = find(table, name).orElseThrow();
            MetadataBuilder metadata = new MetadataBuilder();
            for (String key : List.of(COMMENT, TEXT_TYPE)) {
                if (field.metadata().contains(key)) {
                    metadata.putString(key, field.metadata().getString(key));
                }
            }
            fields.add(new StructField(name, plain(field.dataType()), true, metadata.build()));
        }
        return new StructType(fields.toArray(StructField[]::new));
    }

    /**
     * A query's output as the columns of a table: everything may be NULL, and of the metadata that
     * the columns bring from where they were read only comments stay.
     */
    static StructType plain(StructType schema) {
        List<StructField> fields = new ArrayList<>();
        for (StructField field : schema.fields()) {
            Metadata metadata =
                    field.metadata().contains(COMMENT)
                            ? new MetadataBuilder()
                                    .putString(COMMENT, field.metadata().getString(COMMENT))
                                    .build()
                            : Metadata.empty();
            fields.add(new StructField(field.name(), plain(field.dataType()), true, metadata));
        }
        return new StructType(fields.toArray(StructField[]::new));
    }

    private static DataType plain(DataType type) {
        if (type instanceof StructType struct) {
            return plain(struct);
        }
        if (type instanceof ArrayType array) {
            return DataTypes.createArrayType(plain(array.elementType()), true);
        }
        if (type instanceof MapType map) {
            return DataTypes.createMapType(plain(map.keyType()), plain(map.valueType()), true);
        }
        return type;
    }

    /** Whether Delta computes the values of a column when it writes rows. */
    public static boolean isComputed(StructField field) {
        return DeclaredColumns.isComputed(field);
    }

    /** Whether a column was declared as CHAR, and so is compared without its padding. */
    public static boolean isChar(StructField field) {
        return SchemaTypes.withCharTypes(field) instanceof CharType;
    }

    static StructField withMetadata(StructField field, Metadata metadata) {
        return new StructField(field.name(), field.dataType(), field.nullable(), metadata);
    }

    /** The field with the comment, or without any; its other metadata stays. */
    static StructField withComment(StructField field, Optional<String> comment) {
        MetadataBuilder builder = new MetadataBuilder().withMetadata(field.metadata());
        builder.remove(COMMENT);
        comment.ifPresent(text -> builder.putString(COMMENT, text));
        return withMetadata(field, builder.build());
    }

    /** The declared length of a text, and nothing else. */
    static Metadata textType(StructField field) {
        return new MetadataBuilder()
                .putString(TEXT_TYPE, field.metadata().getString(TEXT_TYPE))
                .build();
    }

    static Optional<String> comment(StructField field) {
        return field.metadata().contains(COMMENT)
                ? Optional.of(field.metadata().getString(COMMENT))
                : Optional.empty();
    }

    /** Whether a name somewhere in the schema needs Delta's column mapping. */
    static boolean needsColumnMapping(DataType type) {
        if (type instanceof StructType struct) {
            for (StructField field : struct.fields()) {
                if (hasSpecialCharacter(field.name()) || needsColumnMapping(field.dataType())) {
                    return true;
                }
            }
            return false;
        }
        if (type instanceof ArrayType array) {
            return needsColumnMapping(array.elementType());
        }
        return type instanceof MapType map
                && (needsColumnMapping(map.keyType()) || needsColumnMapping(map.valueType()));
    }

    private static boolean hasSpecialCharacter(String name) {
        return name.chars().anyMatch(c -> " ,;{}()\n\t=".indexOf(c) >= 0);
    }
}
