/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Types;
import org.apache.spark.sql.execution.datasources.parquet.ParquetToSparkSchemaConverter;
import org.apache.spark.sql.types.StructType;

/**
 * The columns of Parquet files with types that Spark refuses: timestamps of nanoseconds, as pandas
 * writes them, become those of microseconds; times of the day of any unit are TIME; all else that
 * has no type of Spark's is what it is stored as, mostly BINARY.
 */
final class ParquetColumns {

    private final ParquetToSparkSchemaConverter converter;
    private final boolean numbers;

    /**
     * @param numbers whether the session wants timestamps of nanoseconds as BIGINT
     */
    ParquetColumns(ParquetToSparkSchemaConverter converter, boolean numbers) {
        this.converter = converter;
        this.numbers = numbers;
    }

    /**
     * Whether Spark's converter does not take the columns, or its reader not all of their values.
     */
    boolean areOdd(Type type) {
        return type.isPrimitive()
                ? isNanos(type) || isTime(type) || isUnknown(type.asPrimitiveType())
                : type.asGroupType().getFields().stream().anyMatch(this::areOdd);
    }

    StoredColumns of(MessageType file) {
        StructType columns = converter.convert(rewritten(file, this::seen));
        return new StoredColumns(columns, converter.convert(rewritten(file, this::stored)));
    }

    private Type seen(PrimitiveType leaf) {
        LogicalTypeAnnotation annotation = leaf.getLogicalTypeAnnotation();
        if (isNanos(leaf)) {
            boolean instant = ((TimestampLogicalTypeAnnotation) annotation).isAdjustedToUTC();
            return as(
                    leaf,
                    PrimitiveTypeName.INT64,
                    LogicalTypeAnnotation.timestampType(instant, TimeUnit.MICROS));
        }
        if (isTime(leaf)) {
            return as(
                    leaf,
                    PrimitiveTypeName.INT64,
                    LogicalTypeAnnotation.timeType(false, TimeUnit.MICROS));
        }
        return isUnknown(leaf) ? as(leaf, leaf.getPrimitiveTypeName(), null) : leaf;
    }

    /** The types of {@link StoredTypes}. */
    private Type stored(PrimitiveType leaf) {
        if (isTime(leaf)
                && ((TimeLogicalTypeAnnotation) leaf.getLogicalTypeAnnotation()).getUnit()
                        == TimeUnit.NANOS) {
            return as(leaf, PrimitiveTypeName.INT32, LogicalTypeAnnotation.intType(8, true));
        }
        return isNanos(leaf) || isTime(leaf) || isUnknown(leaf)
                ? as(leaf, leaf.getPrimitiveTypeName(), null)
                : leaf;
    }

    private boolean isNanos(Type leaf) {
        return !numbers
                && leaf.getLogicalTypeAnnotation() instanceof TimestampLogicalTypeAnnotation time
                && time.getUnit() == TimeUnit.NANOS;
    }

    private static boolean isTime(Type leaf) {
        return leaf.getLogicalTypeAnnotation() instanceof TimeLogicalTypeAnnotation;
    }

    private boolean isUnknown(PrimitiveType leaf) {
        if (leaf.getLogicalTypeAnnotation() == null) {
            return false;
        }
        try {
            converter.convert(new MessageType("leaf", List.<Type>of(leaf)));
            return false;
        } catch (Exception e) { // Spark throws a checked exception undeclared
            // That is how it tells.
            return true;
        }
    }

    /**
     * @param annotation null for none
     */
    private static Type as(
            PrimitiveType leaf, PrimitiveTypeName primitive, LogicalTypeAnnotation annotation) {
        var type = Types.primitive(primitive, leaf.getRepetition()).as(annotation);
        if (primitive == PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY) {
            type = type.length(leaf.getTypeLength());
        }
        if (leaf.getId() != null) {
            type = type.id(leaf.getId().intValue());
        }
        return type.named(leaf.getName());
    }

    private static MessageType rewritten(MessageType file, PrimitiveRewrite rewrite) {
        return new MessageType(file.getName(), inside(file, rewrite));
    }

    private interface PrimitiveRewrite {
        Type of(PrimitiveType leaf);
    }

    private static List<Type> inside(GroupType group, PrimitiveRewrite rewrite) {
        UnaryOperator<Type> field =
                type ->
                        type.isPrimitive()
                                ? rewrite.of(type.asPrimitiveType())
                                : type.asGroupType()
                                        .withNewFields(inside(type.asGroupType(), rewrite));
        return group.getFields().stream().map(field).toList();
    }
}
