/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.fileset;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.Path;

/** The columns that Hive-style folder names such as {@code year=2024} hold. */
public final class FolderColumns {

    private static final String NULL_VALUE = "__HIVE_DEFAULT_PARTITION__";

    private FolderColumns() {}

    /**
     * The names and values of the folders between a root and a file, outermost first; an empty
     * value stands for NULL.
     */
    public static Map<String, Optional<String>> of(Path root, Path file) {
        Map<String, Optional<String>> columns = new LinkedHashMap<>();
        String below = root.toUri().getPath();
        String path = file.toUri().getPath();
        String rest = path.startsWith(below) ? path.substring(below.length()) : path;
        String[] names = rest.split("/", -1);
        for (int i = 0; i < names.length - 1; i++) {
            int equals = names[i].indexOf('=');
            if (equals > 0) {
                columns.put(
                        unescape(names[i].substring(0, equals)),
                        value(names[i].substring(equals + 1)));
            }
        }
        return columns;
    }

    /** The value of one column, letter case apart. */
    public static Optional<String> value(Map<String, Optional<String>> columns, String name) {
        for (Map.Entry<String, Optional<String>> column : columns.entrySet()) {
            if (column.getKey().toLowerCase(Locale.ROOT).equals(name.toLowerCase(Locale.ROOT))) {
                return column.getValue();
            }
        }
        return Optional.empty();
    }

    private static Optional<String> value(String text) {
        String value = unescape(text);
        return value.isEmpty() || value.equals(NULL_VALUE) ? Optional.empty() : Optional.of(value);
    }

    /** Hive writes special characters as {@code %xx}; a plus stands for itself. */
    private static String unescape(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            // A stray percent sign is a percent sign.
            return text;
        }
    }
}
