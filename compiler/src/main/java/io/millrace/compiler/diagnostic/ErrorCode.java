/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.diagnostic;

/**
 * Every code that a diagnostic can carry, sorted by name. A name is stable for ever: never renamed,
 * never used again for something else. {@code docs/errors.md} has a section for each.
 */
public enum ErrorCode {
    MILLRACE_AGGREGATE_WITHOUT_WATERMARK(
            "42K03", Severity.ERROR, "%s aggregates a stream without a watermark, %s"),
    MILLRACE_AMBIGUOUS_REFERENCE("42704", Severity.ERROR, "`%s` may mean %s"),
    MILLRACE_APPEND_AND_CDC_FLOWS(
            "42K03",
            Severity.ERROR,
            "`%s` is written by AUTO CDC flow `%s`, so %s `%s` cannot write it too"),
    MILLRACE_AS_LEFT_OUT("01000", Severity.NOTE, "AS is left out in front of the query"),
    MILLRACE_BATCH_READ_IN_STREAMING_TABLE(
            "42K03", Severity.ERROR, "%s needs a streaming source, but %s"),
    MILLRACE_BATCH_READ_OF_STREAMING_VIEW(
            "42K03", Severity.ERROR, "`%s` is a streaming view, but it is read as a batch"),
    MILLRACE_BUNDLE_KEY_NOT_USED("01000", Severity.NOTE, "%s %s"),
    MILLRACE_BUNDLE_REFERENCE("42704", Severity.ERROR, "`%s` %s"),
    MILLRACE_BUNDLE_TARGET("42704", Severity.ERROR, "the bundle needs a target: %s"),
    MILLRACE_BY_NAME_MISSING(
            "42601", Severity.ERROR, "flow `%s` inserts by position; a flow inserts by name"),
    MILLRACE_CDC_BATCH_SOURCE(
            "42K03",
            Severity.ERROR,
            "AUTO CDC into `%s` needs a streaming source, but %s is read as a batch"),
    MILLRACE_CDC_CLAUSE_CONFLICT("42601", Severity.ERROR, "%s cannot be used with %s"),
    MILLRACE_CDC_COLUMN_CLAUSE(
            "0A000", Severity.ERROR, "column `%s` of `%s`, a target of AUTO CDC, cannot have %s"),
    MILLRACE_CDC_EXPRESSION("42601", Severity.ERROR, "%s of `%s` cannot use %s"),
    MILLRACE_CDC_FLOWS_DISAGREE(
            "42K03",
            Severity.ERROR,
            "AUTO CDC flows `%s` and `%s` write `%s` but differ in %s: %s here, %s there"),
    MILLRACE_CDC_HISTORY_TYPE("42846", Severity.ERROR, "column `%s` is %s, but the sequence is %s"),
    MILLRACE_CDC_KEYS_MISSING("42601", Severity.ERROR, "AUTO CDC into `%s` has no keys"),
    MILLRACE_CDC_KEY_EXCLUDED(
            "42703", Severity.ERROR, "key `%s` is not among the columns that go into `%s`"),
    MILLRACE_CDC_LAYOUT_CLAUSE(
            "01000",
            Severity.WARNING,
            "%s of `%s` does nothing: AUTO CDC lays its target out by itself, so that it finds the"
                    + " keys"),
    MILLRACE_CDC_RESERVED_COLUMN(
            "42939",
            Severity.ERROR,
            "source `%s` has a column `%s`, which `%s` needs for its history"),
    MILLRACE_CDC_SEQUENCE_IS_TEXT(
            "01000",
            Severity.WARNING,
            "sequence column `%s` is a STRING, so events are ordered as text: '9' comes after"
                    + " '10'"),
    MILLRACE_CDC_SEQUENCE_MISSING("42601", Severity.ERROR, "AUTO CDC into `%s` has no SEQUENCE BY"),
    MILLRACE_CDC_SEQUENCE_TRACKED(
            "01000",
            Severity.WARNING,
            "sequence column `%s` is part of the history of `%s`, so every event makes a new"
                    + " version"),
    MILLRACE_CDC_SNAPSHOT_STREAM(
            "42K03",
            Severity.ERROR,
            "AUTO CDC FROM SNAPSHOT into `%s` compares whole snapshots, but %s is read as a"
                    + " stream"),
    MILLRACE_CDC_TARGET_COLUMNS_MISSING(
            "42703", Severity.ERROR, "`%s` keeps history, but its column list lacks %s"),
    MILLRACE_CDC_UNKNOWN_COLUMN("42703", Severity.ERROR, "`%s` is not a column of `%s`"),
    MILLRACE_CDC_WHERE_REMOVED("0A000", Severity.ERROR, "WHERE is not a clause of AUTO CDC"),
    MILLRACE_CHECK_CONSTRAINT(
            "0A000", Severity.ERROR, "%s has a CHECK constraint, which a pipeline does not take"),
    MILLRACE_CLAUSE_CONFLICT("42601", Severity.ERROR, "%s and %s exclude each other"),
    MILLRACE_CLAUSE_NOT_EXECUTED(
            "01000",
            Severity.WARNING,
            "%s is kept as property `%s`, but a pipeline runs when it is started"),
    MILLRACE_CLAUSE_NOT_SUPPORTED("0A000", Severity.ERROR, "%s is not a clause of %s"),
    MILLRACE_CLAUSE_REPEATED("42601", Severity.ERROR, "%s is given twice"),
    MILLRACE_COLLATION_NOT_SUPPORTED(
            "0A000",
            Severity.ERROR,
            "default collation `%s` is not supported; tables are UTF8_BINARY"),
    MILLRACE_COLUMN_COUNT_MISMATCH(
            "42601", Severity.ERROR, "%s lists %s, but its query returns %s"),
    MILLRACE_COLUMN_NOT_DECLARED(
            "42703", Severity.ERROR, "%s column `%s` is not in the column list of `%s`"),
    MILLRACE_COLUMN_PROPERTY_NOT_ALLOWED(
            "42601", Severity.ERROR, "column `%s` of %s cannot have %s"),
    MILLRACE_CONFLICTING_SETTINGS(
            "42K03",
            Severity.ERROR,
            "setting `%s` is `%s` for `%s`, but `%s` for `%s`, which it reads"),
    MILLRACE_CREATE_TABLE_AS_SELECT(
            "0A000",
            Severity.ERROR,
            "CREATE TABLE `%s` AS SELECT is not a statement of a pipeline"),
    MILLRACE_CYCLE("42K03", Severity.ERROR, "datasets read each other in a circle: %s"),
    MILLRACE_DATASET_WITHOUT_FLOW(
            "42K03", Severity.ERROR, "%s `%s` has no flow: nothing would ever write it"),
    MILLRACE_DATA_PROTECTION_NOT_ENFORCED(
            "0A000",
            Severity.ERROR,
            "%s protects data, but nothing on open Spark would enforce it"),
    MILLRACE_DEFAULT_VALUE("42601", Severity.ERROR, "default of column `%s`: %s"),
    MILLRACE_DEPRECATED_SYNTAX("01000", Severity.NOTE, "%s is an older spelling"),
    MILLRACE_DUPLICATE_COLUMN("42711", Severity.ERROR, "column `%s` is listed twice in `%s`"),
    MILLRACE_DUPLICATE_DATASET(
            "42710", Severity.ERROR, "`%s` is defined twice: as %s here and as %s before"),
    MILLRACE_DUPLICATE_EXPECTATION(
            "42710", Severity.ERROR, "expectation `%s` is defined twice on `%s`"),
    MILLRACE_DUPLICATE_FLOW("42710", Severity.ERROR, "flow `%s` is defined twice"),
    MILLRACE_DUPLICATE_PROPERTY("42710", Severity.ERROR, "property `%s` is given twice"),
    MILLRACE_EMPTY_PIPELINE("42617", Severity.ERROR, "the pipeline has nothing to run: %s"),
    MILLRACE_EXPECTATION_NOT_ALLOWED("42601", Severity.ERROR, "%s cannot have expectations"),
    MILLRACE_EXPECTATION_NOT_A_ROW_RULE(
            "42601", Severity.ERROR, "expectation `%s` is not a rule about one row: %s"),
    MILLRACE_EXPECTATION_UNKNOWN_COLUMN(
            "42703", Severity.ERROR, "expectation `%s` names `%s`, which is not a column of `%s`"),
    MILLRACE_EXPECT_MISSING("42601", Severity.ERROR, "EXPECT is missing in expectation `%s`"),
    MILLRACE_FILE_NOT_READABLE("58030", Severity.ERROR, "`%s` cannot be read: %s"),
    MILLRACE_FILE_NOT_UTF8("22021", Severity.ERROR, "the file is not valid UTF-8: %s"),
    MILLRACE_FILE_SKIPPED("01000", Severity.WARNING, "`%s` is skipped: %s"),
    MILLRACE_FLOW_NAME_QUALIFIED(
            "42601", Severity.ERROR, "flow name `%s` has several parts; a flow's name is one word"),
    MILLRACE_FLOW_TARGET_KIND("42K03", Severity.ERROR, "flow `%s` writes into %s `%s`, which %s"),
    MILLRACE_FORMAT_NOT_SUPPORTED(
            "0A000",
            Severity.ERROR,
            "`%s` cannot be stored as %s: tables of a pipeline are Delta tables"),
    MILLRACE_GENERATED_COLUMN("42601", Severity.ERROR, "generated column `%s`: %s"),
    MILLRACE_IDENTITY_COLUMN("42601", Severity.ERROR, "identity column `%s`: %s"),
    MILLRACE_IMPORT_CHECKPOINT_NOT_ALLOWED(
            "42601", Severity.ERROR, "%s `%s` cannot import a checkpoint; only append flows can"),
    MILLRACE_INFORMATIONAL_CONSTRAINT(
            "01000", Severity.NOTE, "%s is kept as property `%s`; nothing checks it"),
    MILLRACE_INTERNAL_ERROR("XX000", Severity.ERROR, "something went wrong inside Millrace: %s"),
    MILLRACE_INVALID_PARAMETER_VALUE(
            "22023", Severity.ERROR, "the value of `%s` cannot be used here: %s"),
    MILLRACE_INVALID_PROPERTY_VALUE("22023", Severity.ERROR, "property `%s` cannot be '%s': %s"),
    MILLRACE_INVALID_TYPE("42704", Severity.ERROR, "column `%s` has no valid type: %s"),
    MILLRACE_LEGACY_FILE_READ(
            "01000",
            Severity.WARNING,
            "this form of %s is read as a stream although STREAM is missing"),
    MILLRACE_MANAGED_TABLE_DOES_NOT_SUPPORT_CDC(
            "0A000", Severity.ERROR, "AUTO CDC flow `%s` cannot write table `%s`"),
    MILLRACE_MATERIALIZED_VIEW_FLOWS(
            "42K03",
            Severity.ERROR,
            "materialized view `%s` has its own query, so flow `%s` cannot write it"),
    MILLRACE_METRIC_VIEW_DUPLICATE_NAME("42710", Severity.ERROR, "`%s` is given twice"),
    MILLRACE_METRIC_VIEW_EXPRESSION("42601", Severity.ERROR, "%s %s"),
    MILLRACE_METRIC_VIEW_INVALID_VALUE("22023", Severity.ERROR, "%s must be %s"),
    MILLRACE_METRIC_VIEW_KEY_UNUSED("01000", Severity.NOTE, "`%s` does nothing"),
    MILLRACE_METRIC_VIEW_MISSING_KEY("42601", Severity.ERROR, "%s has no `%s`"),
    MILLRACE_METRIC_VIEW_READ(
            "42K03",
            Severity.ERROR,
            "metric view `%s` is read as if it were a table; its rows come from GROUP BY and"
                    + " MEASURE"),
    MILLRACE_METRIC_VIEW_SYNTAX_ERROR(
            "42601", Severity.ERROR, "the metric view is not valid YAML: %s"),
    MILLRACE_METRIC_VIEW_UNKNOWN_KEY("42601", Severity.ERROR, "`%s` is not a key of %s"),
    MILLRACE_METRIC_VIEW_UNSUPPORTED("0A000", Severity.ERROR, "Spark's metric views lack %s"),
    MILLRACE_NAMESPACE_NOT_RESOLVED("42704", Severity.ERROR, "`%s` is not a constant name"),
    MILLRACE_NAME_PARTS(
            "42601",
            Severity.ERROR,
            "`%s` has %s parts; a name has at most three: catalog, schema and name"),
    MILLRACE_NESTING_TOO_DEEP("54001", Severity.ERROR, "%s is nested too deeply"),
    MILLRACE_NON_CONSTANT_ARGUMENT("42K09", Severity.ERROR, "%s must be a constant"),
    MILLRACE_NOT_A_PIPELINE_STATEMENT("0A000", Severity.ERROR, "%s"),
    MILLRACE_NOT_PORTABLE("01000", Severity.WARNING, "%s does not take %s"),
    MILLRACE_ONCE_FLOW_READS_STREAM(
            "42K03",
            Severity.ERROR,
            "once flow `%s` reads %s as a stream; it runs one time over what is there"),
    MILLRACE_ONCE_TWICE("42601", Severity.ERROR, "ONCE is given twice"),
    MILLRACE_ORDER_BY_OVER_STREAM(
            "0A000", Severity.ERROR, "%s cannot sort a stream, which has no end"),
    MILLRACE_OR_REPLACE_STREAMING_TABLE(
            "01000",
            Severity.WARNING,
            "OR REPLACE does not replace %s `%s`; it is taken as OR REFRESH"),
    MILLRACE_PARAMETER_CYCLE("42601", Severity.ERROR, "the value of `%s` refers to itself: %s"),
    MILLRACE_PARTITION_TRANSFORM(
            "42601", Severity.ERROR, "`%s` is partitioned by an expression: %s"),
    MILLRACE_PATH_NOT_FOUND("58030", Severity.ERROR, "`%s` %s"),
    MILLRACE_PIPELINES_PROPERTY_UNUSED("01000", Severity.NOTE, "`%s` does nothing here"),
    MILLRACE_PIPELINE_NOT_CHOSEN("42704", Severity.ERROR, "the bundle has %s pipelines: %s"),
    MILLRACE_PROJECT_DUPLICATE_KEY("42710", Severity.ERROR, "`%s` is given twice"),
    MILLRACE_PROJECT_INVALID_VALUE("22023", Severity.ERROR, "`%s` must be %s"),
    MILLRACE_PROJECT_MISSING_KEY("42601", Severity.ERROR, "%s has no `%s`"),
    MILLRACE_PROJECT_SYNTAX_ERROR("42601", Severity.ERROR, "the file is not valid YAML: %s"),
    MILLRACE_PROJECT_TWO_SPECS("42710", Severity.ERROR, "`%s` has two spec files: %s and %s"),
    MILLRACE_PROJECT_UNKNOWN_KEY("42601", Severity.ERROR, "`%s` is not a key of %s"),
    MILLRACE_QUARANTINE_TABLE(
            "42809", Severity.ERROR, "`%s` cannot take the rows that `%s` keeps out: %s"),
    MILLRACE_QUERY_SYNTAX_ERROR("42601", Severity.ERROR, "%s"),
    MILLRACE_READ_FILES_ARGUMENT("42616", Severity.ERROR, "`%s` %s"),
    MILLRACE_READ_FILES_FORMAT("42616", Severity.ERROR, "`%s` is not a format of read_files"),
    MILLRACE_READ_FILES_OPTION_UNUSED("01000", Severity.WARNING, "`%s` does nothing: it %s"),
    MILLRACE_READ_KAFKA_ARGUMENT("42616", Severity.ERROR, "%s"),
    MILLRACE_REPLACE_FLOW("42601", Severity.ERROR, "replace flow `%s`: %s"),
    MILLRACE_RESERVED_NAME("42939", Severity.ERROR, "`%s` is a reserved name: %s"),
    MILLRACE_SCHEDULE_VALUE("22023", Severity.ERROR, "%s `%s` cannot be followed: %s"),
    MILLRACE_SELF_REFERENCE("42K03", Severity.ERROR, "%s `%s` reads itself"),
    MILLRACE_SETTING_SHOWN(
            "01000", Severity.NOTE, "SET without a value shows %s and changes nothing: %s"),
    MILLRACE_SINK_OPTION("42616", Severity.ERROR, "sink `%s` %s"),
    MILLRACE_SINK_QUALIFIED("42601", Severity.ERROR, "sink `%s` has no catalog or schema"),
    MILLRACE_SINK_READ("42K03", Severity.ERROR, "sink `%s` cannot be read"),
    MILLRACE_SINK_WITHOUT_FLOW(
            "01000", Severity.WARNING, "sink `%s` has no flow: nothing is ever written to it"),
    MILLRACE_STATE_WITHOUT_WATERMARK(
            "01000", Severity.WARNING, "%s without a watermark keeps every value for ever"),
    MILLRACE_STREAM_IN_MATERIALIZED_VIEW(
            "42K03",
            Severity.ERROR,
            "materialized view `%s` is computed from tables as they are, but %s is read as a"
                    + " stream"),
    MILLRACE_STREAM_IN_PUBLISHED_VIEW(
            "42K03",
            Severity.ERROR,
            "view `%s` is in the catalog for everybody, but %s is read as a stream"),
    MILLRACE_STREAM_OPTION("42616", Severity.ERROR, "`%s` is not an option of a stream from `%s`"),
    MILLRACE_STREAM_READ_OF_BATCH_VIEW(
            "42K03", Severity.ERROR, "%s `%s` cannot be read as a stream: %s"),
    MILLRACE_STREAM_READ_OF_REWRITTEN_TABLE(
            "42K03",
            Severity.ERROR,
            "`%s` is %s, which rewrites rows, so it cannot be read as a stream"),
    MILLRACE_SUSPICIOUS_REFERENCE(
            "01000",
            Severity.WARNING,
            "`%s` is not a dataset of this pipeline and is taken as a table outside it"),
    MILLRACE_SYNTAX_ERROR("42601", Severity.ERROR, "%s"),
    MILLRACE_TABLE_CHANGES_ARGUMENT("42616", Severity.ERROR, "`table_changes` %s"),
    MILLRACE_TEMPLATE_TEXT(
            "42601",
            Severity.ERROR,
            "this looks like template text, which Millrace does not render"),
    MILLRACE_TEMPORARY_VIEW_IN_PUBLISHED_VIEW(
            "42K03",
            Severity.ERROR,
            "view `%s` is in the catalog for everybody, but reads %s `%s`, which only this pipeline"
                    + " sees"),
    MILLRACE_TEMPORARY_VIEW_QUALIFIED(
            "42601", Severity.ERROR, "temporary view `%s` has no catalog or schema"),
    MILLRACE_TOO_MANY_CLUSTER_COLUMNS(
            "54000", Severity.ERROR, "`%s` is clustered by %s columns; Delta takes at most four"),
    MILLRACE_UNALIASED_EXPRESSION(
            "01000", Severity.WARNING, "column %s of `%s` has no name of its own"),
    MILLRACE_UNKNOWN_CONFIGURATION_KEY(
            "42P02", Severity.ERROR, "no value for the configuration key `%s`"),
    MILLRACE_UNKNOWN_FLOW_TARGET(
            "42704",
            Severity.ERROR,
            "flow `%s` writes into `%s`, which is no dataset of this pipeline"),
    MILLRACE_UNKNOWN_PARAMETER("42P02", Severity.ERROR, "no value for the parameter `%s`"),
    MILLRACE_UNKNOWN_PIPELINE("42704", Severity.ERROR, "`%s` is not a pipeline of this project"),
    MILLRACE_UNKNOWN_PIPELINES_PROPERTY(
            "01000", Severity.WARNING, "`%s` is not a property that a pipeline knows"),
    MILLRACE_UNKNOWN_REFERENCE("42P01", Severity.ERROR, "`%s` is not a dataset of this pipeline"),
    MILLRACE_UNKNOWN_TARGET("42704", Severity.ERROR, "`%s` is not a target of this project"),
    MILLRACE_UNKNOWN_VARIABLE("42704", Severity.ERROR, "`%s` is not a variable of this project"),
    MILLRACE_UNTERMINATED_COMMENT("42601", Severity.ERROR, "this comment is never closed"),
    MILLRACE_UNTERMINATED_IDENTIFIER(
            "42601", Severity.ERROR, "this back-ticked name is never closed"),
    MILLRACE_UNTERMINATED_STRING("42601", Severity.ERROR, "this string is never closed"),
    MILLRACE_WINDOW_FUNCTION_OVER_STREAM(
            "0A000", Severity.ERROR, "a window function cannot run over a stream"),
    MILLRACE_ZERO_WATERMARK_DELAY(
            "01000",
            Severity.WARNING,
            "a watermark without delay drops rows that are as old as the newest one seen before");

    private final String sqlState;
    private final Severity severity;
    private final String template;

    ErrorCode(String sqlState, Severity severity, String template) {
        this.sqlState = sqlState;
        this.severity = severity;
        this.template = template;
    }

    public String sqlState() {
        return sqlState;
    }

    public Severity severity() {
        return severity;
    }

    /** The message with its arguments filled in, in the order of the template. */
    public String message(Object... arguments) {
        return template.formatted(arguments);
    }

    /** The message template, {@code %s} for each argument. */
    public String template() {
        return template;
    }
}
