/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.millrace.compiler.graph.Dataset;
import io.millrace.compiler.graph.DatasetColumn;
import io.millrace.compiler.graph.IdentitySpec;
import io.millrace.spark.catalyst.SchemaTypes;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns that a dataset declares, with their properties as Delta keeps them. */
final class DeclaredColumns {

    static final String DEFAULT = "CURRENT_DEFAULT";
    static final String GENERATED = "delta.generationExpression";
    static final String IDENTITY_START = "delta.identity.start";
    static final String IDENTITY_STEP = "delta.identity.step";
    static final String IDENTITY_EXPLICIT = "delta.identity.allowExplicitInsert";

    private DeclaredColumns() {}

    /** Whether the dataset says what columns it has, with their types. */
    static boolean areTyped(Dataset dataset) {
        return dataset.columns().stream().anyMatch(column -> column.type().isPresent());
    }

    static StructType schema(Dataset dataset) {
        List<StructField> fields = new ArrayList<>();
        for (DatasetColumn column : dataset.columns()) {
            DataType type = DataType.fromDDL(column.type().orElseThrow());
            fields.add(new StructField(column.name(), type, column.nullable(), metadata(column)));
        }
        return SchemaTypes.withoutCharTypes(new StructType(fields.toArray(StructField[]::new)));
    }

    private static org.apache.spark.sql.types.Metadata metadata(DatasetColumn column) {
        MetadataBuilder builder = new MetadataBuilder();
        column.comment().ifPresent(text -> builder.putString("comment", text));
        column.generatedAs().ifPresent(expression -> builder.putString(GENERATED, expression));
        column.defaultValue().ifPresent(value -> builder.putString(DEFAULT, value));
        if (column.identity().isPresent()) {
            IdentitySpec identity = column.identity().get();
            builder.putBoolean(IDENTITY_EXPLICIT, !identity.always());
            builder.putLong(IDENTITY_START, identity.start());
            builder.putLong(IDENTITY_STEP, identity.increment());
        }
        return builder.build();
    }

    /** Whether Delta computes the column when a write does not give it. */
    static boolean isComputed(StructField field) {
        return field.metadata().contains(GENERATED) || field.metadata().contains(IDENTITY_START);
    }
}
