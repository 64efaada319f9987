/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

/** The words that name the kind of dataset in an operational statement. */
public enum DatasetWord {
    STREAMING_TABLE,
    MATERIALIZED_VIEW,
    TABLE,
    VIEW,
    FLOW,
    SINK,
    NONE
}
