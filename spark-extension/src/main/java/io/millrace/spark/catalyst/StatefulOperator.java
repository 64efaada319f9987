/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.List;
import org.apache.spark.sql.classic.Dataset;

/**
 * An operator of a streaming query that keeps state in the checkpoint.
 *
 * @param what a few words for users
 * @param layout the types of keys and values: Spark cannot read state of another layout
 * @param meaning what keys and values are: state of another meaning gives wrong results
 */
public record StatefulOperator(String what, String layout, String meaning) {

    /** The operators of a query, in the order in which its checkpoint numbers them. */
    public static List<StatefulOperator> of(PlannedQuery query) {
        StatefulOperators operators = new StatefulOperators();
        operators.collect(((Dataset<?>) query.data()).queryExecution().analyzed());
        return operators.found();
    }
}
