/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.expectation;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.concat_ws;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.substring;
import static org.apache.spark.sql.functions.when;

import io.millrace.spark.catalyst.RuleTally;
import org.apache.spark.sql.Column;

/** What becomes of a judged row: a column with {@link RuleTally#verdict}. */
final class Verdicts {

    static final String COLUMN = "__mr_verdict";

    /** Of a row that goes to a side table. */
    static final String PUT_ASIDE = "Q:";

    /** Of a row that is not written. */
    static final String DROPPED = "D:";

    private static final String KEPT = "K:";

    private Verdicts() {}

    /** The row is written. */
    static Column stays() {
        return col(COLUMN).isNull().or(col(COLUMN).startsWith(KEPT));
    }

    /** The numbers of the rules that the row has broken, joined by commas. */
    static Column broken() {
        return substring(col(COLUMN), KEPT.length() + 1, Integer.MAX_VALUE);
    }

    /**
     * The verdict on a row that stayed and has broken one more rule, where that is so.
     *
     * @param breaks whether it has
     * @param rule the number of the rule
     * @param becomes {@link #DROPPED}, {@link #PUT_ASIDE}, or that it stays
     */
    static Column withRule(Column breaks, int rule, String becomes) {
        Column numbers = concat_ws(",", broken(), lit(Integer.toString(rule)));
        return when(breaks, concat_ws("", lit(becomes), numbers)).otherwise(col(COLUMN));
    }

    /** The verdict on a row that has broken a rule which only counts. */
    static Column withRule(Column breaks, int rule) {
        return withRule(breaks, rule, KEPT);
    }
}
