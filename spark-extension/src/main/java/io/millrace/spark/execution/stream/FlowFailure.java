/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.stream;

/** Carries what failed a flow out of a runner. */
public final class FlowFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    FlowFailure(Throwable cause) {
        super(cause);
    }
}
