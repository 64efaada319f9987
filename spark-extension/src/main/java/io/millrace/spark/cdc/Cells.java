/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.spark.catalyst.StructValues;
import io.millrace.spark.catalyst.ValueOrdering;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The payload columns of a row as a flat list of cells. A column is one cell; a struct that is
 * merged field by field is one cell a leaf, and one more that says whether the struct is there at
 * all.
 */
final class Cells implements Serializable {

    private static final long serialVersionUID = 1L;

    private final List<Node> nodes = new ArrayList<>();
    private final List<ValueOrdering> orderings = new ArrayList<>();
    private final List<Integer> columns = new ArrayList<>();
    private final List<String> paths = new ArrayList<>();

    /**
     * @param split which columns are split into leaves, if they are structs
     */
    Cells(List<StructField> fields, boolean[] split) {
        for (int column = 0; column < fields.size(); column++) {
            StructField field = fields.get(column);
            nodes.add(node(field.dataType(), column, field.name(), split[column]));
        }
    }

    private Node node(DataType type, int column, String path, boolean split) {
        if (!split || !(type instanceof StructType struct)) {
            return new Node(cell(type, column, path), type, List.of());
        }
        int presence = cell(DataTypes.BooleanType, column, path);
        List<Node> children = new ArrayList<>();
        for (StructField field : struct.fields()) {
            children.add(node(field.dataType(), column, path + "." + field.name(), true));
        }
        return new Node(presence, type, children);
    }

    private int cell(DataType type, int column, String path) {
        orderings.add(ValueOrdering.of(type));
        columns.add(column);
        paths.add(path);
        return orderings.size() - 1;
    }

    /** The column and fields that lead to a cell, joined by dots. */
    String path(int cell) {
        return paths.get(cell);
    }

    int count() {
        return orderings.size();
    }

    /** The column that a cell belongs to. */
    int column(int cell) {
        return columns.get(cell);
    }

    ValueOrdering ordering(int cell) {
        return orderings.get(cell);
    }

    /** Reads the cells of a row whose payload begins at the offset. */
    Object[] read(Object[] row, int offset) {
        Object[] cells = new Object[count()];
        for (int column = 0; column < nodes.size(); column++) {
            nodes.get(column).read(row[offset + column], cells);
        }
        return cells;
    }

    void write(Object[] cells, Object[] row, int offset) {
        for (int column = 0; column < nodes.size(); column++) {
            row[offset + column] = nodes.get(column).write(cells);
        }
    }

    private record Node(int cell, DataType type, List<Node> children) implements Serializable {

        void read(Object value, Object[] cells) {
            if (!(type instanceof StructType struct) || children.isEmpty()) {
                cells[cell] = value;
                return;
            }
            if (value == null) {
                return;
            }
            cells[cell] = Boolean.TRUE;
            Object[] fields = StructValues.fields(value, struct);
            for (int i = 0; i < fields.length; i++) {
                children.get(i).read(fields[i], cells);
            }
        }

        Object write(Object[] cells) {
            if (children.isEmpty() || cells[cell] == null) {
                return cells[cell];
            }
            return StructValues.of(children.stream().map(child -> child.write(cells)).toArray());
        }
    }
}
