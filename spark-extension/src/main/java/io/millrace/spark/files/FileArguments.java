/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.files.FileFormat;
import io.millrace.compiler.files.FileOptions;
import io.millrace.compiler.files.KnownOptions;
import io.millrace.compiler.files.OptionKind;
import io.millrace.spark.function.TableFunctionCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The arguments of a call, checked: names known, values of the right kind.
 *
 * @param path as the user gave it
 * @param options by the names of {@link KnownOptions}, letter case as there; the values as text
 */
record FileArguments(String path, Map<String, String> options) {

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
        if (value == null) {
            throw FileErrors.argument(given, "`%s` must not be NULL".formatted(given));
        }
        String text = String.valueOf(value);
        FileOptions.objection(given, text)
                .ifPresent(
                        objection -> {
                            throw FileErrors.argument(given, objection);
                        });
        Optional<KnownOptions.Option> option = KnownOptions.find(FileOptions.plainName(given));
        if (option.isEmpty()) {
            // One without a choice, given with the value that says what happens anyway.
            return;
        }
        String name = option.get().name();
        String before = options.putIfAbsent(name, text);
        if (before != null && !before.equals(text)) {
            throw FileErrors.argument(
                    given, "`%s` is given twice: '%s' and '%s'".formatted(name, before, text));
        }
    }

    Optional<String> option(String name) {
        return Optional.ofNullable(options.get(name));
    }

    boolean flag(String name, boolean otherwise) {
        return option(name).map(text -> Boolean.parseBoolean(text.strip())).orElse(otherwise);
    }

    /**
     * The options for Spark's reader; those of other formats are left out, as the compiler has
     * told.
     */
    Map<String, String> readerOptions(FileFormat format) {
        Map<String, String> reader = new LinkedHashMap<>();
        options.forEach(
                (name, value) -> {
                    KnownOptions.Option option = KnownOptions.find(name).orElseThrow();
                    FileOptions.objection(name, format)
                            .ifPresent(
                                    objection -> {
                                        throw FileErrors.argument(name, objection);
                                    });
                    if (option.reader() && FileOptions.unused(name, format).isEmpty()) {
                        boolean text = option.kind() == OptionKind.TEXT;
                        reader.put(name, text ? value : value.strip());
                    }
                });
        Encodings.prepare(format, reader);
        return reader;
    }
}
