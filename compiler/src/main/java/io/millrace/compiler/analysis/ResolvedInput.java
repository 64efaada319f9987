/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.InputKind;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.Quoted;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One relation that a query reads, its name resolved.
 *
 * @param written the parts of the name as written; a function's name is one part
 * @param options those of {@code WITH (...)}
 * @param path where a function that reads files reads, when that is a constant
 * @param candidates the datasets of which one may be meant; more than one if it is ambiguous
 */
record ResolvedInput(
        InputKind kind,
        DatasetName name,
        Optional<DatasetDeclaration> dataset,
        boolean streaming,
        Map<String, String> options,
        Optional<String> path,
        SourceSpan span,
        List<String> written,
        List<DatasetDeclaration> candidates) {

    ResolvedInput {
        requireNonNull(kind, "kind");
        requireNonNull(name, "name");
        requireNonNull(dataset, "dataset");
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        requireNonNull(path, "path");
        requireNonNull(span, "span");
        written = List.copyOf(written);
        candidates = List.copyOf(candidates);
    }

    boolean isFunction() {
        return kind == InputKind.FUNCTION;
    }

    /** The name as the user wrote it, without back-ticks. */
    String writtenName() {
        return String.join(".", written);
    }

    /** The name as SQL has it: with back-ticks where they are needed. */
    String sql() {
        return Quoted.asNeeded(written);
    }

    /** The name in back-ticks; a table function has no back-ticks. */
    String described() {
        return isFunction() ? writtenName() : "`" + writtenName() + "`";
    }

    /** An option of {@code WITH (...)}; keys do not look at case. */
    Optional<String> option(String key) {
        return options.entrySet().stream()
                .filter(entry -> entry.getKey().equalsIgnoreCase(key))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** Whether an option is given as true, which is also what it means without a value. */
    boolean hasOption(String key) {
        return option(key).filter(value -> !value.equalsIgnoreCase("false")).isPresent();
    }
}
