/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.files.EvolutionMode;
import io.millrace.compiler.files.FileFormat;
import io.millrace.compiler.files.KnownOptions;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** The columns for what the columns of the data cannot take, so that nothing is lost. */
final class ExtraColumns {

    private static final String RESCUED = "_rescued_data";

    private final FileArguments arguments;
    private final boolean declared;
    private final Optional<String> record;
    private final Optional<String> rescued;

    /**
     * @param declared whether the user says the columns
     * @param brokenRecord the name of the column for records that cannot be read
     */
    ExtraColumns(
            FileArguments arguments,
            FileFormat format,
            EvolutionMode mode,
            boolean declared,
            String brokenRecord) {
        this.arguments = arguments;
        this.declared = declared;
        Optional<String> named =
                arguments.option(KnownOptions.RESCUED_COLUMN).filter(name -> !name.isBlank());
        boolean variant = arguments.option(KnownOptions.SINGLE_VARIANT_COLUMN).isPresent();
        if (variant && named.isPresent()) {
            throw FileErrors.argument(
                    KnownOptions.RESCUED_COLUMN,
                    "`rescuedDataColumn` has no meaning beside `singleVariantColumn`, which keeps"
                            + " everything");
        }
        if (avroSchema(arguments) && named.isPresent()) {
            throw FileErrors.argument(
                    KnownOptions.RESCUED_COLUMN,
                    "`rescuedDataColumn` has no meaning beside `avroSchema`, which says what is read"
                            + " of the files");
        }
        boolean unasked = declared ? mode == EvolutionMode.RESCUE : mode != EvolutionMode.NONE;
        boolean possible = format.hasNamedFields() && !variant && !avroSchema(arguments);
        rescued =
                possible && (named.isPresent() || unasked)
                        ? Optional.of(named.orElse(RESCUED))
                        : Optional.empty();
        if (rescued.isEmpty()
                && format != FileFormat.JSON
                && arguments.flag(KnownOptions.CASE_SENSITIVE, false)) {
            throw FileErrors.argument(
                    KnownOptions.CASE_SENSITIVE,
                    "`readerCaseSensitive => true` needs a column for the fields that are spelled"
                            + " otherwise; add rescuedDataColumn => '_rescued_data'");
        }
        boolean permissive =
                arguments
                        .option(KnownOptions.MODE_OPTION)
                        .map(text -> text.strip().equalsIgnoreCase("PERMISSIVE"))
                        .orElse(true);
        boolean wanted =
                arguments.option(KnownOptions.CORRUPT_COLUMN).isPresent() || rescued.isEmpty();
        record =
                !declared && format.hasBrokenRecords() && permissive && wanted
                        ? Optional.of(brokenRecord)
                        : Optional.empty();
    }

    /** Whether the columns of Avro files are said as Avro does: then Avro resolves all else. */
    static boolean avroSchema(FileArguments arguments) {
        return arguments.option(KnownOptions.AVRO_SCHEMA).isPresent();
    }

    /** The column for all that the others cannot take. */
    Optional<String> rescued() {
        return rescued;
    }

    StructType addTo(StructType columns) {
        StructType schema = columns;
        if (record.isPresent() && find(schema, record.get()).isEmpty()) {
            schema = schema.add(record.get(), DataTypes.StringType);
        }
        if (rescued.isEmpty()) {
            return schema;
        }
        Optional<StructField> same = find(schema, rescued.get());
        if (same.isEmpty()) {
            return schema.add(rescued.get(), DataTypes.StringType);
        }
        if (declared
                && same.get().name().equals(rescued.get())
                && same.get().dataType().equals(DataTypes.StringType)) {
            return schema;
        }
        throw FileErrors.schema(
                "the files in `%s` have a column `%s` of their own; name the column for rescued data otherwise: rescuedDataColumn => '%s'"
                        .formatted(arguments.path(), same.get().name(), rescued.get() + "_2"),
                null);
    }

    private static Optional<StructField> find(StructType schema, String name) {
        for (StructField field : schema.fields()) {
            if (field.name().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT))) {
                return Optional.of(field);
            }
        }
        return Optional.empty();
    }
}
