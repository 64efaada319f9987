/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks;

import java.util.List;

/**
 * One streaming table of a scenario.
 *
 * @param target its name
 * @param source the table that it reads as a stream
 * @param columns what it selects, SQL expressions
 */
record Step(String target, String source, List<String> columns) {

    Step {
        columns = List.copyOf(columns);
    }

    /** As a pipeline has it. */
    String sql() {
        return "CREATE STREAMING TABLE %s AS SELECT %s FROM STREAM %s;%n"
                .formatted(target, String.join(", ", columns), source);
    }
}
