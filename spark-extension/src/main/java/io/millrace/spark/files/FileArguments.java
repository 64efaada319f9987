/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.spark.function.TableFunctionCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The arguments of a call, checked: names known, values of the right kind.
 *
 * @param path as the user gave it
 * @param options by the names of {@link KnownOptions}, letter case as there; the values as text
 */
record FileArguments(String path, Map<String, String> options) {

    private static final String PREFIX = "cloudfiles.";
    private static final String PATH = "path";

    FileArguments {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    /**
     * Both forms of a call: {@code (path, name => value, ...)} and the old {@code (path[, format[,
     * map(...)]])}; options of {@code WITH (...)} behind it count too.
     */
    static FileArguments of(String function, TableFunctionCall call) {
        Map<String, String> options = new LinkedHashMap<>();
        List<Object> positional = new ArrayList<>(call.positional());
        Object path = positional.isEmpty() ? null : positional.get(0);
        if (positional.size() > 3) {
            throw FileErrors.call(
                    "`%s` takes a path, a format and a map without names, and options by name"
                            .formatted(function));
        }
        if (positional.size() > 1) {
            put(options, KnownOptions.FORMAT, positional.get(1));
        }
        if (positional.size() > 2) {
            if (!(positional.get(2) instanceof Map<?, ?> map)) {
                throw FileErrors.call(
                        "the third argument of `%s` must be a map of options".formatted(function));
            }
            map.forEach((key, value) -> put(options, String.valueOf(key), value));
        }
        for (Map.Entry<String, Object> argument : call.named().entrySet()) {
            if (argument.getKey().equalsIgnoreCase(PATH)) {
                path = argument.getValue();
            } else {
                put(options, argument.getKey(), argument.getValue());
            }
        }
        call.options().forEach((key, value) -> put(options, key, value));
        if (!(path instanceof String text) || text.isBlank()) {
            throw FileErrors.call(
                    "`%s` needs a path as its first argument: %s('path', format => 'json')"
                            .formatted(function, function));
        }
        return new FileArguments(text, options);
    }

    private static void put(Map<String, String> options, String given, Object value) {
        String name =
                given.toLowerCase(Locale.ROOT).startsWith(PREFIX)
                        ? given.substring(PREFIX.length())
                        : given;
        if (value == null) {
            throw FileErrors.argument(given, "`%s` must not be NULL".formatted(given));
        }
        String text = String.valueOf(value);
        if (FixedOptions.contains(name)) {
            FixedOptions.objection(name, text)
                    .ifPresent(
                            objection -> {
                                throw FileErrors.argument(given, objection);
                            });
            return;
        }
        KnownOptions.Option option =
                KnownOptions.find(name).orElseThrow(() -> unknown(given, name));
        if (!option.kind().accepts(text.strip())) {
            throw FileErrors.argument(
                    given,
                    "`%s` must be %s, not '%s'"
                            .formatted(option.name(), option.kind().description(), text));
        }
        String before = options.putIfAbsent(option.name(), text);
        if (before != null && !before.equals(text)) {
            throw FileErrors.argument(
                    given,
                    "`%s` is given twice: '%s' and '%s'".formatted(option.name(), before, text));
        }
    }

    private static RuntimeException unknown(String given, String name) {
        String hint =
                NearestName.of(name, KnownOptions.names())
                        .map(near -> "; did you mean `" + near + "`?")
                        .orElse("");
        return FileErrors.argument(
                given, "`%s` is not an option of read_files%s".formatted(given, hint));
    }

    Optional<String> option(String name) {
        return Optional.ofNullable(options.get(name));
    }

    boolean flag(String name, boolean otherwise) {
        return option(name).map(text -> Boolean.parseBoolean(text.strip())).orElse(otherwise);
    }

    /**
     * The options for Spark's reader.
     *
     * @param format that all of them must belong to
     */
    Map<String, String> readerOptions(FilesFormat format) {
        Map<String, String> reader = new LinkedHashMap<>();
        options.forEach(
                (name, value) -> {
                    KnownOptions.Option option = KnownOptions.find(name).orElseThrow();
                    if (!option.formats().isEmpty() && !option.formats().contains(format.key())) {
                        throw FileErrors.argument(
                                name,
                                "`%s` is an option of %s, but the format is %s"
                                        .formatted(
                                                name,
                                                String.join(", ", option.formats()),
                                                format.key()));
                    }
                    if (option.reader()) {
                        boolean text = option.kind() == OptionKind.TEXT;
                        reader.put(name, text ? value : value.strip());
                    }
                });
        return reader;
    }
}
