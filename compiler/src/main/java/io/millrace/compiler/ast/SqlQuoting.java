/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import io.millrace.compiler.token.Quoted;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Writes names and strings so that they read back as they are. */
final class SqlQuoting {

    private SqlQuoting() {}

    static String name(String name) {
        return Quoted.asNeeded(name);
    }

    static String name(Identifier name) {
        return name(name.value());
    }

    static String name(QualifiedName name) {
        return name.parts().stream().map(SqlQuoting::name).collect(Collectors.joining("."));
    }

    /** A format, which may be the dotted name of a class. */
    static String format(Identifier format) {
        return List.of(format.value().split("\\.", -1)).stream()
                .map(SqlQuoting::name)
                .collect(Collectors.joining("."));
    }

    /** Names in brackets. */
    static String names(Collection<Identifier> names) {
        return names.stream().map(SqlQuoting::name).collect(Collectors.joining(", ", "(", ")"));
    }

    /** Fragments in brackets. */
    static String fragments(Collection<SqlFragment> fragments) {
        return fragments.stream()
                .map(SqlFragment::text)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    static String string(String value) {
        return Quoted.string(value);
    }

    static String string(StringValue value) {
        return string(value.value());
    }

    /** Pairs in brackets. */
    static String properties(Collection<Property> properties) {
        return properties.stream()
                .map(property -> string(property.key()) + " = " + string(property.value()))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    /** The keys of properties, without their values. */
    static String keys(List<Property> properties) {
        return properties.stream()
                .map(property -> string(property.key()))
                .collect(Collectors.joining(", ", "(", ")"));
    }
}
