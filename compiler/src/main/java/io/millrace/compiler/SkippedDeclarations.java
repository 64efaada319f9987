/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler;

import static java.util.Objects.requireNonNull;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Datasets that files of the project may declare which are not compiled, such as those in Python. A
 * name of one is no slip for another name.
 *
 * @param files the file by the last part of the name, in lower case
 * @param computed a file that makes names while it runs, so that any name may be one of its own
 */
public record SkippedDeclarations(Map<String, String> files, Optional<String> computed) {

    /** All files are compiled. */
    public static final SkippedDeclarations NONE =
            new SkippedDeclarations(Map.of(), Optional.empty());

    public SkippedDeclarations {
        files = Map.copyOf(files);
        requireNonNull(computed, "computed");
    }

    /** The file that may declare a name, of which the last part is given. */
    public Optional<String> fileOf(String lastPart) {
        return Optional.ofNullable(files.get(lastPart.toLowerCase(Locale.ROOT))).or(() -> computed);
    }

    /** Those of two places; the first wins. */
    public SkippedDeclarations and(SkippedDeclarations other) {
        Map<String, String> all = new LinkedHashMap<>(other.files);
        all.putAll(files);
        return new SkippedDeclarations(all, computed.or(() -> other.computed));
    }
}
