/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.sink;

/** How often a row arrives in a sink when updates crash, fail and are tried again. */
public enum SinkGuarantee {
    EXACTLY_ONCE("exactly once"),
    /** Never less than once; a batch that was cut short is written again. */
    AT_LEAST_ONCE("at least once");

    private final String words;

    SinkGuarantee(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }
}
