/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.graph.DatasetKind;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The words of messages. */
final class Words {

    private Words() {}

    static String of(DatasetKind kind) {
        return switch (kind) {
            case STREAMING_TABLE -> "streaming table";
            case MATERIALIZED_VIEW -> "materialized view";
            case TABLE -> "table";
            case VIEW -> "view";
            case TEMPORARY_VIEW -> "temporary view";
            case SINK -> "sink";
        };
    }

    static String of(DatasetKind kind, boolean isPrivate) {
        return isPrivate ? "private " + of(kind) : of(kind);
    }

    /** {@code a view}, {@code an AUTO CDC flow}. */
    static String withArticle(String words) {
        return ("aeiouAEIOU".indexOf(words.charAt(0)) >= 0 ? "an " : "a ") + words;
    }

    static String quoted(String name) {
        return "`" + name + "`";
    }

    /** {@code `a`, `b` and `c`}. */
    static String list(Collection<String> names) {
        return join(names.stream().map(Words::quoted).toList(), " and ");
    }

    /** {@code `a`, `b` or `c`}. */
    static String choice(Collection<String> names) {
        return join(names.stream().map(Words::quoted).toList(), " or ");
    }

    private static String join(List<String> items, String last) {
        if (items.size() < 2) {
            return String.join("", items);
        }
        return items.subList(0, items.size() - 1).stream().collect(Collectors.joining(", "))
                + last
                + items.get(items.size() - 1);
    }
}
