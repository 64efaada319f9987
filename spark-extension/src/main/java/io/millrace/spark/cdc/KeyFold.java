/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import java.io.Serializable;
import java.util.List;

/** Joins what the table holds of one key with the events of that key. */
interface KeyFold extends Serializable {

    /**
     * Finds out what has to change in the table.
     *
     * @param stored the rows of the key that were read from the table, in the input layout of
     *     {@link RowShape}
     * @param events the events of the key in ascending order of sequence, in the same layout,
     *     without repeats
     * @param changes takes what has to change in the table
     */
    void fold(List<Object[]> stored, List<Object[]> events, Changes changes);
}
