/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.StructType;

/** What a statement that changes a definition returns: one row, which says what was done. */
final class ChangeRow {

    static final StructType SCHEMA = StructType.fromDDL("name STRING, kind STRING, status STRING");

    private ChangeRow() {}

    /**
     * @param name of the dataset or flow, without catalog and schema
     * @param status in upper case, what has become of it
     */
    static List<Row> of(String name, String kind, String status) {
        return List.of(RowFactory.create(name, kind, status));
    }
}
