/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.files;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Options of the dialect for which there is no choice here: each may be given with the one value
 * that says what happens anyway, so that pipelines which spell it out run unchanged.
 */
final class FixedOptions {

    /**
     * @param value the value that is accepted, in lower case; empty when any is
     * @param reason why no other is
     */
    private record Fixed(String name, Optional<String> value, String reason) {}

    private static final Map<String, Fixed> OPTIONS =
            Map.of(
                    "usestrictglobber",
                            fixed("useStrictGlobber", "true", "`*` never crosses a slash"),
                    "enforceschema",
                            fixed(
                                    "enforceSchema",
                                    "false",
                                    "columns are matched by the names in the header"),
                    "inferschema", fixed("inferSchema", "true", "use `inferColumnTypes => false`"),
                    "usenotifications",
                            fixed("useNotifications", "false", "new files are found by listing"),
                    "usemanagedfileevents",
                            fixed(
                                    "useManagedFileEvents",
                                    "false",
                                    "new files are found by listing"),
                    "schemalocation",
                            new Fixed("schemaLocation", Optional.empty(), "kept by the pipeline"));

    private FixedOptions() {}

    private static Fixed fixed(String name, String value, String reason) {
        return new Fixed(name, Optional.of(value), reason);
    }

    /** Whether the name is one of these. */
    static boolean contains(String name) {
        return OPTIONS.containsKey(name.toLowerCase(Locale.ROOT));
    }

    /** What is wrong with the value of one of these; empty when it is accepted, or for others. */
    static Optional<String> objection(String name, String value) {
        Fixed fixed = OPTIONS.get(name.toLowerCase(Locale.ROOT));
        if (fixed == null
                || fixed.value().isEmpty()
                || fixed.value().get().equalsIgnoreCase(value.strip())) {
            return Optional.empty();
        }
        return Optional.of(
                "can only be '%s' here, because %s".formatted(fixed.value().get(), fixed.reason()));
    }
}
