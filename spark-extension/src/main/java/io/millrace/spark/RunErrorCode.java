/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

/**
 * Codes of what only a session, the tables or the stored state can tell, sorted by name. As with
 * the compiler's codes a name is stable for ever, and {@code docs/run-errors.md} has a section for
 * each.
 */
public enum RunErrorCode {
    /** A catalog that is not configured, or cannot hold the pipeline's datasets. */
    MILLRACE_CATALOG_UNUSABLE,
    /** A clause that decides how stored rows were joined is another than before. */
    MILLRACE_CDC_CLAUSE_CHANGED,
    /** A flow gives a column of its target a type that it cannot take. */
    MILLRACE_CDC_COLUMN_TYPE_CHANGED,
    /** Events of one key and sequence contradict each other, and the table says that none may. */
    MILLRACE_CDC_CONFLICTING_TIE,
    /** A clause of an AUTO CDC flow has an expression that cannot work. */
    MILLRACE_CDC_EXPRESSION,
    /** The AUTO CDC flows of a target have clauses that do not go together. */
    MILLRACE_CDC_FLOWS_DISAGREE,
    /** The keys of an AUTO CDC target are others than before. */
    MILLRACE_CDC_KEYS_CHANGED,
    /** A key has a type whose values cannot be told apart well enough. */
    MILLRACE_CDC_KEY_TYPE,
    /** Events have a NULL key or a NULL sequence. */
    MILLRACE_CDC_NULL_KEY_OR_SEQUENCE,
    /** A source column has a name that AUTO CDC keeps for itself. */
    MILLRACE_CDC_RESERVED_COLUMN,
    /** An AUTO CDC target is stored as another SCD type than before. */
    MILLRACE_CDC_SCD_TYPE_CHANGED,
    /** The sequence has a type without an order. */
    MILLRACE_CDC_SEQUENCE_NOT_ORDERABLE,
    /** The sequence has another type than before. */
    MILLRACE_CDC_SEQUENCE_TYPE_CHANGED,
    /** A snapshot holds a key more than once. */
    MILLRACE_CDC_SNAPSHOT_DUPLICATE_KEY,
    /** Someone changed the stored table of an AUTO CDC target. */
    MILLRACE_CDC_STATE_LOST,
    /** A property that the stored table of an AUTO CDC target cannot have. */
    MILLRACE_CDC_TABLE_PROPERTY,
    /** A target that keeps history declares no columns for it, or of another type. */
    MILLRACE_CDC_TARGET_COLUMNS_MISSING,
    /** A statement would change the rows of an AUTO CDC target. */
    MILLRACE_CDC_TARGET_READ_ONLY,
    /** A clause of an AUTO CDC flow names a column that is not there. */
    MILLRACE_CDC_UNKNOWN_COLUMN,
    /** A change feed is read of versions that did not record one. */
    MILLRACE_CHANGE_FEED_MISSING,
    /** The checkpoint of a flow lost files, or does not go with its table. */
    MILLRACE_CHECKPOINT_DAMAGED,
    /** A flow has written into its target, and its checkpoint is not there any more. */
    MILLRACE_CHECKPOINT_GONE,
    /** A checkpoint does not fit the query any more. */
    MILLRACE_CHECKPOINT_INCOMPATIBLE,
    /** A class is of another version than those that use it, or than this Java. */
    MILLRACE_CLASS_INCOMPATIBLE,
    /** A class is not on the class path. */
    MILLRACE_CLASS_MISSING,
    /** A class or a native library is there, and cannot be set up. */
    MILLRACE_CLASS_UNUSABLE,
    /** A column is declared that the query does not return, or the other way round. */
    MILLRACE_COLUMN_NOT_DECLARED,
    /** An aggregate without a watermark cannot be written so that each batch replaces its table. */
    MILLRACE_COMPLETE_FLOW,
    /** A dataset cannot be dropped while others of its text read it. */
    MILLRACE_DATASET_IN_USE,
    /** A streaming table has become a materialized view, or the other way round. */
    MILLRACE_DATASET_KIND_CHANGED,
    /** A statement names a dataset or flow that no session has defined. */
    MILLRACE_DATASET_UNKNOWN,
    /** A full refresh of a table that a stream goes on reading. */
    MILLRACE_DOWNSTREAM_NOT_REFRESHED,
    /** {@code event_log} where no pipeline is known, as a stream, or of one that is not there. */
    MILLRACE_EVENT_LOG_UNAVAILABLE,
    /** Events of an update could not be written. */
    MILLRACE_EVENT_LOG_UNWRITABLE,
    /** A rule cannot be evaluated over the rows of its dataset, or is no test. */
    MILLRACE_EXPECTATION_INVALID,
    /** Rows broke a rule with {@code FAIL UPDATE}. */
    MILLRACE_EXPECTATION_VIOLATION,
    /** A file is cut off, or not of the compression or format that it is taken for. */
    MILLRACE_FILE_UNREADABLE,
    /** Two flows give one column types that have no common one without loss. */
    MILLRACE_FLOW_TYPES_CONFLICT,
    /** A full refresh whose sources offer less than was read from them. */
    MILLRACE_FULL_REFRESH_LOSES_ROWS,
    /** What IMPORT CHECKPOINT names cannot be continued by the flow. */
    MILLRACE_IMPORT_CHECKPOINT_INVALID,
    /** IMPORT CHECKPOINT into a table that is there already. */
    MILLRACE_IMPORT_CHECKPOINT_TABLE_EXISTS,
    /** Something inside Millrace went wrong. */
    MILLRACE_INTERNAL_ERROR,
    /** Spark's Kafka connector is not on the class path. */
    MILLRACE_KAFKA_CONNECTOR_MISSING,
    /** Kafka refuses the user, or what it wants to do. */
    MILLRACE_KAFKA_DENIED,
    /** Kafka's client failed in another way. */
    MILLRACE_KAFKA_FAILED,
    /** A topic that is not there. */
    MILLRACE_KAFKA_TOPIC_MISSING,
    /** No broker answers. */
    MILLRACE_KAFKA_UNREACHABLE,
    /** The update's process did not show for too long, and may not write any more. */
    MILLRACE_LEASE_LOST,
    /** A query reads a metric view without GROUP BY and MEASURE. */
    MILLRACE_METRIC_VIEW_READ,
    /** A kind of flow or clause that updates do not run. */
    MILLRACE_NOT_EXECUTABLE,
    /** The process ran out of memory. */
    MILLRACE_OUT_OF_MEMORY,
    /** The partitioning of a table that exists was changed. */
    MILLRACE_PARTITIONING_CHANGED,
    /** A row has '' in a column that its table is partitioned by. */
    MILLRACE_PARTITION_VALUE_EMPTY,
    /** A statement of a session meets another update of the same pipeline. */
    MILLRACE_PIPELINE_BUSY,
    /** An argument of {@code read_files} that is not known or cannot be used. */
    MILLRACE_READ_FILES_ARGUMENT,
    /** A format that cannot be read or told. */
    MILLRACE_READ_FILES_FORMAT,
    /** A path that does not exist. */
    MILLRACE_READ_FILES_NOT_FOUND,
    /** No files to find columns in. */
    MILLRACE_READ_FILES_NO_FILES,
    /** Columns of files that do not go together, or a hint that is not understood. */
    MILLRACE_READ_FILES_SCHEMA,
    /** An argument of {@code read_kafka} is not known, is missing, or has a wrong value. */
    MILLRACE_READ_KAFKA_ARGUMENT,
    /** A rename that cannot be done. */
    MILLRACE_RENAME_INVALID,
    /** Something new does what something did that has gone: renamed, or new? */
    MILLRACE_RENAME_UNDECIDED,
    /** A REPLACE flow has a condition, keys or a sequence that its table cannot take. */
    MILLRACE_REPLACE_NOT_POSSIBLE,
    /** Rows of a REPLACE USING flow have a NULL key or a NULL sequence. */
    MILLRACE_REPLACE_NULL_KEY_OR_SEQUENCE,
    /** A full refresh of a table with {@code pipelines.reset.allowed=false}. */
    MILLRACE_RESET_NOT_ALLOWED,
    /** A file of secrets that others may read, or that is not understood. */
    MILLRACE_SECRETS_FILE,
    /** A secret that no place has. */
    MILLRACE_SECRET_NOT_FOUND,
    /** A refresh names a dataset that is not there, or in two lists. */
    MILLRACE_SELECTION_INVALID,
    /** Rows that a sink cannot take, or an option of it that they do not fit. */
    MILLRACE_SINK_COLUMNS,
    /** A rule that fails the update before a sink that cannot wait for it. */
    MILLRACE_SINK_EXPECTATION,
    /** A sink did not take a batch. */
    MILLRACE_SINK_FAILED,
    /** A format that is not on the class path. */
    MILLRACE_SINK_FORMAT,
    /** A table that is read as a stream was changed other than by appending. */
    MILLRACE_SOURCE_CHANGED,
    /** A source no longer has what a stream has still to read. */
    MILLRACE_SOURCE_DATA_LOST,
    /** Files that a flow has still to read are gone. */
    MILLRACE_SOURCE_FILES_MISSING,
    /** The log of a source does not reach back to where a flow stands. */
    MILLRACE_SOURCE_HISTORY_MISSING,
    /** A source is not the table that the flow has read before. */
    MILLRACE_SOURCE_RECREATED,
    /** Columns of a source changed so that a stream cannot go on. */
    MILLRACE_SOURCE_SCHEMA_CHANGED,
    /** A flow reads from another place: the same input, or other input? */
    MILLRACE_SOURCE_UNDECIDED,
    /** A statement of a session that cannot be carried out. */
    MILLRACE_STATEMENT_NOT_POSSIBLE,
    /** A file of the pipeline's state cannot be read. */
    MILLRACE_STATE_UNREADABLE,
    /** A file or folder may not be read or written. */
    MILLRACE_STORAGE_DENIED,
    /** A disk or a quota is full. */
    MILLRACE_STORAGE_FULL,
    /** A query does with a stream what Structured Streaming cannot do. */
    MILLRACE_STREAMING_OPERATOR,
    /** An option of a stream that its source does not have. */
    MILLRACE_STREAM_OPTION,
    /** The arguments of {@code table_changes} are wrong. */
    MILLRACE_TABLE_CHANGES_ARGUMENT,
    /** A table of the pipeline is gone while the progress of its flows is there. */
    MILLRACE_TABLE_LOST,
    /** A table that becomes private or public cannot be brought to its new place. */
    MILLRACE_TABLE_NOT_MOVED,
    /** A table is in the way that the pipeline did not create. */
    MILLRACE_TABLE_NOT_OURS,
    /** A table of the pipeline was put back to an earlier version. */
    MILLRACE_TABLE_RESTORED,
    /** {@code pipelines.trigger.interval} is not a number and a unit. */
    MILLRACE_TRIGGER_INTERVAL,
    /** The type of a stored or declared column cannot take the query's values without loss. */
    MILLRACE_TYPE_CHANGED,
    /** A column, or something in it, is of a type that a Delta table cannot hold. */
    MILLRACE_TYPE_NOT_STORABLE,
    /** The process of an update ended before the update did. */
    MILLRACE_UPDATE_ABORTED,
    /** The client of a session has stopped its statement. */
    MILLRACE_UPDATE_CANCELED
}
