/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.fileset;

/** Names that are not data, by the rule that Spark's own file sources follow. */
final class HiddenNames {

    private static final String HALF_COPIED = "._COPYING_";

    private HiddenNames() {}

    /**
     * Whether a file or folder is passed over: {@code _name} unless it is a Hive-style folder,
     * {@code .name}, and what a copy in progress is called.
     */
    static boolean isHidden(String name) {
        return (name.startsWith("_") && !name.contains("="))
                || name.startsWith(".")
                || name.endsWith(HALF_COPIED);
    }
}
