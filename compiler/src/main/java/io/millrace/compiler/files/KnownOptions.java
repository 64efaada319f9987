/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.files;

import static io.millrace.compiler.files.OptionKind.BOOLEAN;
import static io.millrace.compiler.files.OptionKind.BYTES;
import static io.millrace.compiler.files.OptionKind.COUNT;
import static io.millrace.compiler.files.OptionKind.ENCODING_NAME;
import static io.millrace.compiler.files.OptionKind.EVOLUTION;
import static io.millrace.compiler.files.OptionKind.MODE;
import static io.millrace.compiler.files.OptionKind.RATIO;
import static io.millrace.compiler.files.OptionKind.TEXT;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Every option that {@code read_files} takes, and the formats that know it. */
public final class KnownOptions {

    public static final String FORMAT = "format";
    public static final String SCHEMA = "schema";
    public static final String SCHEMA_HINTS = "schemaHints";
    public static final String INFER_COLUMN_TYPES = "inferColumnTypes";
    public static final String PARTITION_COLUMNS = "partitionColumns";
    public static final String PATH_GLOB_FILTER = "pathGlobFilter";
    public static final String FILE_NAME_PATTERN = "fileNamePattern";
    public static final String MODIFIED_AFTER = "modifiedAfter";
    public static final String MODIFIED_BEFORE = "modifiedBefore";
    public static final String RECURSIVE = "recursiveFileLookup";
    public static final String INCLUDE_EXISTING = "includeExistingFiles";
    public static final String ALLOW_OVERWRITES = "allowOverwrites";
    public static final String MAX_FILES = "maxFilesPerTrigger";
    public static final String MAX_BYTES = "maxBytesPerTrigger";
    public static final String HEADER = "header";
    public static final String MODE_OPTION = "mode";
    public static final String CORRUPT_COLUMN = "columnNameOfCorruptRecord";
    public static final String SCHEMA_EVOLUTION_MODE = "schemaEvolutionMode";
    public static final String RESCUED_COLUMN = "rescuedDataColumn";
    public static final String SINGLE_VARIANT_COLUMN = "singleVariantColumn";
    public static final String CASE_SENSITIVE = "readerCaseSensitive";
    public static final String SKIP_ROWS = "skipRows";
    public static final String ENCODING = "encoding";
    public static final String CHARSET = "charset";
    public static final String AVRO_SCHEMA = "avroSchema";

    private static final Set<String> ANY = Set.of();
    private static final Set<String> JSON = Set.of("json");
    private static final Set<String> CSV = Set.of("csv");
    private static final Set<String> XML = Set.of("xml");
    private static final Set<String> RECORDS = Set.of("json", "csv", "xml");
    private static final Set<String> COLUMNAR = Set.of("parquet", "orc", "avro");
    private static final Set<String> RESCUING =
            Set.of("json", "csv", "xml", "parquet", "orc", "avro");
    private static final Set<String> NAMED = Set.of("json", "csv", "parquet", "orc", "avro");

    /**
     * An option.
     *
     * @param name as the documentation writes it
     * @param formats those that know it; empty for all
     * @param reader whether it is handed to Spark's reader
     */
    public record Option(String name, OptionKind kind, Set<String> formats, boolean reader) {}

    private static final Map<String, Option> OPTIONS = new LinkedHashMap<>();

    static {
        own(TEXT, FORMAT, SCHEMA, SCHEMA_HINTS, PARTITION_COLUMNS);
        own(TEXT, PATH_GLOB_FILTER, FILE_NAME_PATTERN, MODIFIED_AFTER, MODIFIED_BEFORE);
        own(BOOLEAN, INFER_COLUMN_TYPES, RECURSIVE, INCLUDE_EXISTING, ALLOW_OVERWRITES);
        own(COUNT, MAX_FILES);
        own(BYTES, MAX_BYTES);
        own(EVOLUTION, SCHEMA_EVOLUTION_MODE);
        add(new Option(RESCUED_COLUMN, TEXT, RESCUING, false));

        reader(ANY, BOOLEAN, "ignoreCorruptFiles", "ignoreMissingFiles");

        reader(RECORDS, MODE, MODE_OPTION);
        reader(RECORDS, TEXT, CORRUPT_COLUMN, "dateFormat", "timestampFormat");
        reader(RECORDS, TEXT, "timestampNTZFormat", "timeZone", "locale", "timeFormat");
        reader(RECORDS, RATIO, "samplingRatio");
        reader(RECORDS, BOOLEAN, "enableDateTimeParsingFallback");
        reader(Set.of("json", "csv", "xml", "text"), ENCODING_NAME, ENCODING, CHARSET);
        reader(Set.of("json", "csv", "text"), TEXT, "lineSep");
        reader(Set.of("json", "csv", "xml"), BOOLEAN, "multiLine");
        reader(Set.of("json", "xml"), TEXT, SINGLE_VARIANT_COLUMN);

        reader(JSON, BOOLEAN, "primitivesAsString", "prefersDecimal", "allowComments");
        reader(JSON, BOOLEAN, "allowUnquotedFieldNames", "allowSingleQuotes");
        reader(JSON, BOOLEAN, "allowNumericLeadingZeros", "allowBackslashEscapingAnyCharacter");
        reader(JSON, BOOLEAN, "allowUnquotedControlChars", "allowNonNumericNumbers");
        reader(JSON, BOOLEAN, "dropFieldIfAllNull", "inferTimestamp");

        reader(CSV, TEXT, "sep", "delimiter", "quote", "escape", "comment", "nullValue");
        reader(CSV, TEXT, "nanValue", "positiveInf", "negativeInf", "emptyValue");
        reader(CSV, TEXT, "charToEscapeQuoteEscaping", "unescapedQuoteHandling");
        reader(CSV, BOOLEAN, HEADER, "ignoreLeadingWhiteSpace", "ignoreTrailingWhiteSpace");
        reader(CSV, COUNT, "maxColumns", "inputBufferSize", SKIP_ROWS);
        reader(CSV, TEXT, "maxCharsPerColumn");

        reader(XML, TEXT, "rowTag", "rootTag", "attributePrefix", "valueTag", "nullValue");
        reader(XML, TEXT, "rowValidationXSDPath", "wildcardColName");
        reader(XML, BOOLEAN, "excludeAttribute", "ignoreSurroundingSpaces", "ignoreNamespace");

        reader(COLUMNAR, BOOLEAN, "mergeSchema");
        reader(NAMED, BOOLEAN, CASE_SENSITIVE);
        reader(Set.of("parquet", "avro"), TEXT, "datetimeRebaseMode");
        reader(Set.of("parquet"), TEXT, "int96RebaseMode");
        reader(Set.of("avro"), TEXT, AVRO_SCHEMA);
        reader(Set.of("avro"), COUNT, "recursiveFieldMaxDepth");
        reader(Set.of("text"), BOOLEAN, "wholeText");
    }

    private KnownOptions() {}

    /** An option by its name, letter case apart; for a format, when it knows the option. */
    public static Optional<Option> find(String name) {
        return Optional.ofNullable(OPTIONS.get(name.toLowerCase(Locale.ROOT)));
    }

    public static List<String> names() {
        List<String> names = new ArrayList<>();
        OPTIONS.values().forEach(option -> names.add(option.name()));
        return names;
    }

    private static void own(OptionKind kind, String... names) {
        for (String name : names) {
            add(new Option(name, kind, ANY, false));
        }
    }

    private static void reader(Set<String> formats, OptionKind kind, String... names) {
        for (String name : names) {
            add(new Option(name, kind, formats, true));
        }
    }

    /** A name that two lists give counts for the formats of both. */
    private static void add(Option option) {
        OPTIONS.merge(
                option.name().toLowerCase(Locale.ROOT),
                option,
                (first, second) -> {
                    Set<String> formats = new TreeSet<>(first.formats());
                    formats.addAll(second.formats());
                    return new Option(first.name(), first.kind(), formats, first.reader());
                });
    }
}
