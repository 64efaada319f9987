/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.SkippedDeclarations;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names that a Python file of a pipeline may declare. Python is not understood: what looks like
 * the name of a dataset counts as one, because a name too many only means one suggestion less.
 */
final class PythonNames {

    /** Also in a notebook, where quotes within the JSON are escaped. */
    private static final Pattern NAME =
            Pattern.compile(
                    "\\b(?:name|target)\\s*=\\s*(?<prefix>[A-Za-z]{0,2})\\\\?[\"'](?<text>[^\"'\\\\]*)"
                            + "|\\bdef\\s+(?<function>\\w+)"
                            + "|\\bcreate_\\w+\\s*\\(\\s*(?<prefix2>[A-Za-z]{0,2})\\\\?[\"'](?<first>[^\"'\\\\]*)");

    /** A name that is no literal. */
    private static final Pattern COMPUTED =
            Pattern.compile(
                    "\\b(?:name|target)\\s*=\\s*(?!\\s)(?:(?i:f|rf|fr)\\\\?[\"'][^\"']*\\{|[A-Za-z_]\\w*\\s*[,)+.(\\[])");

    private static final Pattern PIPELINE =
            Pattern.compile(
                    "\\bimport\\s+dlt\\b|\\bfrom\\s+dlt\\b|\\bpyspark\\b[^\\n"
                            + "]{0,80}\\bpipelines\\b");

    private PythonNames() {}

    /** Whether a text is about pipelines at all. */
    static boolean isPipeline(String text) {
        return PIPELINE.matcher(text).find();
    }

    /** What a file may declare; nothing when it is not about pipelines. */
    static SkippedDeclarations of(String file, String text) {
        if (!isPipeline(text)) {
            return SkippedDeclarations.NONE;
        }
        Map<String, String> names = new LinkedHashMap<>();
        Matcher matcher = NAME.matcher(text);
        while (matcher.find()) {
            for (String group : new String[] {"text", "function", "first"}) {
                String name = matcher.group(group);
                if (name != null && !name.isBlank()) {
                    names.putIfAbsent(last(name), file);
                }
            }
        }
        return new SkippedDeclarations(
                names, COMPUTED.matcher(text).find() ? Optional.of(file) : Optional.empty());
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('.') + 1).replace("`", "").toLowerCase(Locale.ROOT);
    }
}
