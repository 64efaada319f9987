/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.StructType;

/** Puts the fields of rows into those of another type, by name. */
final class StructTaker {

    private final StructType from;
    private final int length;
    private final ValueJson json;
    private final int[] places;
    private final ValueTaker[] takers;

    /**
     * @param exact whether letter case counts in names
     */
    StructTaker(StructType from, StructType to, boolean exact, ValueJson json) {
        this.from = from;
        this.json = json;
        length = to.length();
        places = new int[from.length()];
        takers = new ValueTaker[from.length()];
        var names = new ColumnNames(to, from, exact);
        for (int i = 0; i < places.length; i++) {
            places[i] = names.column(i).orElse(-1);
            takers[i] =
                    places[i] < 0
                            ? null
                            : ValueTaker.of(
                                    from.fields()[i].dataType(),
                                    to.fields()[places[i]].dataType(),
                                    exact,
                                    json);
        }
    }

    /**
     * The values of the other type's fields, and what did not get into them.
     *
     * @param lost by the names that the fields have
     */
    record Row(InternalRow values, ObjectNode lost) {

        ValueTaker.Taken asValue() {
            return new ValueTaker.Taken(values, lost.isEmpty() ? null : lost);
        }
    }

    Row take(InternalRow row) {
        Object[] values = new Object[length];
        ObjectNode lost = RescuedData.nothing();
        for (int i = 0; i < places.length; i++) {
            if (row.isNullAt(i)) {
                continue;
            }
            var field = from.fields()[i];
            Object value = row.get(i, field.dataType());
            if (places[i] < 0) {
                lost.set(field.name(), json.of(value, field.dataType()));
                continue;
            }
            ValueTaker.Taken taken = takers[i].take(value);
            values[places[i]] = taken.value();
            if (taken.lost() != null) {
                lost.set(field.name(), taken.lost());
            }
        }
        return new Row(new GenericInternalRow(values), lost);
    }
}
