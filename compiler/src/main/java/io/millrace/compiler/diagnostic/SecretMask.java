/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.diagnostic;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Hides the values of settings whose key says that they are secret. */
public final class SecretMask {

    /** What stands in the place of a hidden value. */
    public static final String MASK = "********";

    private static final Pattern SECRET_KEY =
            Pattern.compile(
                    "password|passwd|secret|token|credential|access[._-]?key|account[._-]?key"
                            + "|private[._-]?key|sas[._-]?key|keystore[._-]?key|jaas",
                    Pattern.CASE_INSENSITIVE);

    /** A reference names a secret, but is none. */
    private static final Pattern REFERENCE = Pattern.compile("\\{\\{secrets/[^{}]*\\}\\}");

    private static final Pattern URL_PASSWORD = Pattern.compile("(://[^/\\s:@]*:)[^/\\s@]+(@)");

    private SecretMask() {}

    public static boolean isSecret(String key) {
        return SECRET_KEY.matcher(key).find();
    }

    /**
     * The value, or the mask when the key is that of a secret; a password inside a URL is hidden
     * whatever the key. References such as {@code {{secrets/scope/key}}} stay readable.
     */
    public static String value(String key, String value) {
        if (isSecret(key) && !REFERENCE.matcher(value).matches()) {
            return MASK;
        }
        return URL_PASSWORD.matcher(value).replaceAll("$1" + MASK + "$2");
    }

    /** All values, in the order of the map. */
    public static Map<String, String> values(Map<String, String> settings) {
        Map<String, String> result = new LinkedHashMap<>();
        settings.forEach((key, value) -> result.put(key, value(key, value)));
        return result;
    }
}
