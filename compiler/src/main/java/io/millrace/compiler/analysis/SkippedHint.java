/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

/** What to tell about a name that a file may declare which is not compiled. */
final class SkippedHint {

    private SkippedHint() {}

    static String of(String file) {
        return "it may be declared in `" + file + "`, which is skipped: declare it in SQL";
    }
}
