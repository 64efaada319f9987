/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static java.util.Objects.requireNonNull;

/**
 * What an update did to a dataset.
 *
 * @param type the name of its {@code DatasetKind}
 * @param status the flow status that says most: {@code FAILED} before {@code SKIPPED} before {@code
 *     COMPLETED} before {@code IDLE}
 */
public record DatasetResult(String name, String type, String status) {

    public DatasetResult {
        requireNonNull(name, "name");
        requireNonNull(type, "type");
        requireNonNull(status, "status");
    }
}
