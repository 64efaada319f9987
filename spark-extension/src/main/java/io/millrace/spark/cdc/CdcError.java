/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.util.Map;

/** Why an AUTO CDC flow can't go on; nothing was written. */
final class CdcError {

    private static final Map<RunErrorCode, String> MESSAGES =
            Map.ofEntries(
                    Map.entry(
                            RunErrorCode.MILLRACE_CDC_CLAUSE_CHANGED,
                            "%s of `%s` changed from %s to %s"),
                    Map.entry(
                            RunErrorCode.MILLRACE_CDC_COLUMN_TYPE_CHANGED,
                            "column `%s` of `%s` has the type %s, but flow `%s` gives it %s"),
                    Map.entry(
                            RunErrorCode.MILLRACE_CDC_CONFLICTING_TIE,
                            "flow `%s` into `%s`: %s event(s) share key and sequence with another"
                                    + " event but differ from it"),
                    Map.entry(RunErrorCode.MILLRACE_CDC_EXPRESSION, "flow `%s`: %s `%s`: %s"),
                    Map.entry(
                            RunErrorCode.MILLRACE_CDC_FLOWS_DISAGREE,
                            "AUTO CDC flows `%s` and `%s` write `%s` but differ in IGNORE NULL"
                                    + " UPDATES: (%s) and (%s)"),
                    Map.entry(
                            RunErrorCode.MILLRACE_CDC_KEYS_CHANGED,
                            "the keys of `%s` changed from (%s) to (%s)"),
                    Map.entry(
                            RunErrorCode.MILLRACE_CDC_KEY_TYPE,
                            "flow `%s` into `%s`: the key `%s` has the type %s, which cannot be a"
                                    + " key"),
                    Map.entry(
                            RunErrorCode.MILLRACE_CDC_NULL_KEY_OR_SEQUENCE,
                            "flow `%s` into `%s`: %s event(s) have a NULL key and %s a NULL"
                                    + " sequence, for example %s"),
                    Map.entry(
                            RunErrorCode.MILLRACE_CDC_RESERVED_COLUMN,
                            "flow `%s`: the column `%s` has a name that AUTO CDC keeps for itself"),
                    Map.entry(
                            RunErrorCode.MILLRACE_CDC_SCD_TYPE_CHANGED,
                            "`%s` is stored as SCD type %s and cannot become SCD type %s"),
                    Map.entry(
                            RunErrorCode.MILLRACE_CDC_SEQUENCE_NOT_ORDERABLE,
                            "SEQUENCE BY `%s` of flow `%s` has the type %s, which has no order"),
                    Map.entry(
                            RunErrorCode.MILLRACE_CDC_SEQUENCE_TYPE_CHANGED,
                            "the sequence of `%s` changed its type from %s to %s"),
                    Map.entry(
                            RunErrorCode.MILLRACE_CDC_SNAPSHOT_DUPLICATE_KEY,
                            "flow `%s`: the snapshot holds %s key(s) more than once, for example"
                                    + " %s"),
                    Map.entry(
                            RunErrorCode.MILLRACE_CDC_STATE_LOST,
                            "the stored state of `%s` is not what AUTO CDC left: %s"),
                    Map.entry(
                            RunErrorCode.MILLRACE_CDC_TABLE_PROPERTY,
                            "`%s` is written by AUTO CDC, which does not work with the property"
                                    + " %s = %s"),
                    Map.entry(
                            RunErrorCode.MILLRACE_CDC_TARGET_COLUMNS_MISSING,
                            "`%s` keeps history, but its column list lacks %s"),
                    Map.entry(
                            RunErrorCode.MILLRACE_CDC_UNKNOWN_COLUMN,
                            "`%s` is not a column of %s"));

    private CdcError() {}

    static QueryException of(RunErrorCode code, String hint, Object... arguments) {
        String message = MESSAGES.get(code).formatted(arguments);
        return hint.isEmpty()
                ? new QueryException(code, message)
                : new QueryException(code, message, hint);
    }
}
