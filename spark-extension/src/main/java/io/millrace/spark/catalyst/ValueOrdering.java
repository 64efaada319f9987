/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.types.PhysicalDataType$;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.unsafe.types.VariantVal;
import scala.math.Ordering;

/**
 * A total order over values in Spark's internal form, NULL first.
 *
 * <p>Where Spark itself orders a type, it is Spark's order: structs field by field, NaN greatest,
 * -0.0 equal to 0.0, text by its UTF-8 bytes. The types that Spark can't order get an order of
 * their own, so that any two values can be compared: maps as their entries sorted by key, variants
 * by their bytes.
 */
public abstract class ValueOrdering implements Comparator<Object>, Serializable {

    private static final long serialVersionUID = 1L;

    public static ValueOrdering of(DataType type) {
        if (type instanceof StructType struct) {
            return new Structs(struct);
        }
        if (type instanceof ArrayType array) {
            return new Lists(array.elementType());
        }
        if (type instanceof MapType map) {
            return new Maps(map);
        }
        if (type instanceof VariantType) {
            return new Variants();
        }
        return new Atoms(type);
    }

    /** Whether Spark can order the type, and so a sequence may have it. */
    public static boolean isOrderable(DataType type) {
        if (type instanceof StructType struct) {
            return Arrays.stream(struct.fields()).allMatch(field -> isOrderable(field.dataType()));
        }
        if (type instanceof ArrayType array) {
            return isOrderable(array.elementType());
        }
        return org.apache.spark.sql.catalyst.expressions.RowOrdering.isOrderable(type);
    }

    @Override
    public final int compare(Object left, Object right) {
        if (left == null || right == null) {
            return left == right ? 0 : left == null ? -1 : 1;
        }
        return compareValues(left, right);
    }

    abstract int compareValues(Object left, Object right);

    /** Null-safe equality in the sense of the order. */
    public final boolean same(Object left, Object right) {
        return compare(left, right) == 0;
    }

    private static final class Atoms extends ValueOrdering {
        private static final long serialVersionUID = 1L;
        private final DataType type;
        private transient Ordering<Object> ordering;

        Atoms(DataType type) {
            this.type = type;
        }

        @Override
        int compareValues(Object left, Object right) {
            if (left instanceof Long l && right instanceof Long r) {
                return Long.compare(l, r);
            }
            if (left instanceof Integer l && right instanceof Integer r) {
                return Integer.compare(l, r);
            }
            if (ordering == null) {
                ordering = PhysicalDataType$.MODULE$.ordering(type);
            }
            return ordering.compare(left, right);
        }
    }

    private static final class Structs extends ValueOrdering {
        private static final long serialVersionUID = 1L;
        private final DataType[] types;
        private final ValueOrdering[] orderings;

        Structs(StructType struct) {
            types =
                    Arrays.stream(struct.fields())
                            .map(StructField::dataType)
                            .toArray(DataType[]::new);
            orderings = Arrays.stream(types).map(ValueOrdering::of).toArray(ValueOrdering[]::new);
        }

        @Override
        int compareValues(Object left, Object right) {
            InternalRow l = (InternalRow) left;
            InternalRow r = (InternalRow) right;
            for (int i = 0; i < types.length; i++) {
                int order = orderings[i].compare(l.get(i, types[i]), r.get(i, types[i]));
                if (order != 0) {
                    return order;
                }
            }
            return 0;
        }
    }

    private static final class Lists extends ValueOrdering {
        private static final long serialVersionUID = 1L;
        private final DataType elementType;
        private final ValueOrdering elements;

        Lists(DataType elementType) {
            this.elementType = elementType;
            this.elements = of(elementType);
        }

        @Override
        int compareValues(Object left, Object right) {
            ArrayData l = (ArrayData) left;
            ArrayData r = (ArrayData) right;
            int both = Math.min(l.numElements(), r.numElements());
            for (int i = 0; i < both; i++) {
                int order = elements.compare(element(l, i), element(r, i));
                if (order != 0) {
                    return order;
                }
            }
            return Integer.compare(l.numElements(), r.numElements());
        }

        private Object element(ArrayData array, int i) {
            return array.isNullAt(i) ? null : array.get(i, elementType);
        }
    }

    private static final class Maps extends ValueOrdering {
        private static final long serialVersionUID = 1L;
        private final MapType type;
        private final ValueOrdering keys;
        private final ValueOrdering values;

        Maps(MapType type) {
            this.type = type;
            this.keys = of(type.keyType());
            this.values = of(type.valueType());
        }

        @Override
        int compareValues(Object left, Object right) {
            Object[][] l = sorted((MapData) left);
            Object[][] r = sorted((MapData) right);
            int both = Math.min(l.length, r.length);
            for (int i = 0; i < both; i++) {
                int order = keys.compare(l[i][0], r[i][0]);
                if (order == 0) {
                    order = values.compare(l[i][1], r[i][1]);
                }
                if (order != 0) {
                    return order;
                }
            }
            return Integer.compare(l.length, r.length);
        }

        private Object[][] sorted(MapData map) {
            Object[][] entries = new Object[map.numElements()][];
            for (int i = 0; i < entries.length; i++) {
                ArrayData values = map.valueArray();
                entries[i] =
                        new Object[] {
                            map.keyArray().get(i, type.keyType()),
                            values.isNullAt(i) ? null : values.get(i, type.valueType())
                        };
            }
            Arrays.sort(entries, (a, b) -> keys.compare(a[0], b[0]));
            return entries;
        }
    }

    private static final class Variants extends ValueOrdering {
        private static final long serialVersionUID = 1L;

        @Override
        int compareValues(Object left, Object right) {
            VariantVal l = (VariantVal) left;
            VariantVal r = (VariantVal) right;
            int order = Arrays.compareUnsigned(l.getValue(), r.getValue());
            return order != 0 ? order : Arrays.compareUnsigned(l.getMetadata(), r.getMetadata());
        }
    }
}
