/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.graph.DatasetName;
import java.util.List;
import java.util.Locale;

/** How names as written become full names. */
final class Names {

    static final String LIVE = "live";

    private Names() {}

    static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Whether a name has the legacy prefix {@code LIVE.}: "in this pipeline". */
    static boolean isLive(List<String> parts) {
        return parts.size() == 2 && fold(parts.get(0)).equals(LIVE);
    }

    static List<String> withoutLive(List<String> parts) {
        return isLive(parts) ? parts.subList(1, 2) : parts;
    }

    /** The full name of a stored or published object. */
    static DatasetName qualify(List<String> parts, Scope scope) {
        return switch (parts.size()) {
            case 1 -> DatasetName.of(scope.catalog(), scope.schema(), parts.get(0));
            case 2 -> DatasetName.of(scope.catalog(), parts.get(0), parts.get(1));
            default -> new DatasetName(parts);
        };
    }
}
