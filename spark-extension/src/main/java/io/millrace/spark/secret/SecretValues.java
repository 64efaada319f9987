/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.secret;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.millrace.compiler.diagnostic.SecretMask;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The values of secrets that this process has looked up, to keep them out of what it writes and
 * prints. A value is hidden in whatever text it stands, as it is and as JSON, URLs and Base64 write
 * it. Safe for use by several threads.
 */
public final class SecretValues {

    /** Shorter values are not looked for: they would be found in the middle of other words. */
    static final int SHORTEST = 4;

    /** The longest first, so that one that begins another does not leave its rest. */
    private static volatile List<String> hidden = List.of();

    private SecretValues() {}

    /** Hides a value from now on. */
    static synchronized void hide(String value) {
        if (value.length() < SHORTEST || hidden.contains(value)) {
            return;
        }
        Set<String> all = new LinkedHashSet<>(hidden);
        all.addAll(forms(value));
        List<String> sorted = new ArrayList<>(all);
        sorted.sort(Comparator.comparingInt(String::length).reversed());
        hidden = List.copyOf(sorted);
    }

    private static Set<String> forms(String value) {
        Set<String> forms = new LinkedHashSet<>();
        forms.add(value);
        forms.add(new String(JsonStringEncoder.getInstance().quoteAsString(value)));
        String url = URLEncoder.encode(value, StandardCharsets.UTF_8);
        forms.add(url);
        forms.add(url.replace("+", "%20"));
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        forms.add(Base64.getEncoder().encodeToString(bytes));
        forms.add(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
        forms.add(value.replace("'", "''"));
        forms.add(value.replace("\\", "\\\\").replace("'", "\\'"));
        return forms;
    }

    /** The text without the values of secrets. */
    public static String mask(String text) {
        List<String> values = hidden;
        if (values.isEmpty() || text == null) {
            return text;
        }
        String result = text;
        for (String value : values) {
            if (result.contains(value)) {
                result = result.replace(value, SecretMask.MASK);
            }
        }
        return result;
    }
}
