/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.secret;

import static java.util.Objects.requireNonNull;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The name of a secret: {@code {{secrets/scope/key}}}. */
public record SecretReference(String scope, String key) {

    /** Spaces inside the braces are allowed. */
    static final Pattern PATTERN =
            Pattern.compile("\\{\\{\\s*secrets/([^/{}\\s]+)/([^/{}\\s]+)\\s*\\}\\}");

    /** What was meant to be a reference. */
    private static final Pattern ATTEMPT = Pattern.compile("\\{\\{\\s*secrets?\\b[^{}]*\\}\\}");

    private static final String VARIABLE = "MILLRACE_SECRET_";

    public SecretReference {
        requireNonNull(scope, "scope");
        requireNonNull(key, "key");
    }

    static SecretReference of(MatchResult found) {
        return new SecretReference(found.group(1), found.group(2));
    }

    /** Whether a text names a secret, or tries to. */
    public static boolean isIn(String text) {
        return text.contains("{{") && ATTEMPT.matcher(text).find();
    }

    /** What looks like a reference in a text and is none. */
    static Optional<String> broken(String text) {
        return ATTEMPT.matcher(text)
                .results()
                .map(MatchResult::group)
                .filter(found -> !PATTERN.matcher(found).matches())
                .findFirst();
    }

    /**
     * The environment variable that holds it: upper case, what is no letter or digit is {@code _}.
     */
    public String variable() {
        return VARIABLE + (scope + "_" + key).toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "_");
    }

    /** The name in a Hadoop credential provider. */
    String alias() {
        return scope + "." + key;
    }

    /** The name in a file of secrets. */
    String path() {
        return scope + "/" + key;
    }

    @Override
    public String toString() {
        return "{{secrets/" + scope + "/" + key + "}}";
    }
}
