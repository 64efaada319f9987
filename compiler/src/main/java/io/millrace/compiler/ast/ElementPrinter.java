/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Prints the bracketed list behind a name. */
final class ElementPrinter {

    private ElementPrinter() {}

    static String print(TableSpecification specification) {
        return specification.elements().stream()
                .map(ElementPrinter::print)
                .collect(Collectors.joining(",\n  ", "(\n  ", "\n)"));
    }

    private static String print(TableElement element) {
        if (element instanceof Expectation expectation) {
            return expectation(expectation);
        }
        if (element instanceof KeyConstraint constraint) {
            return constraint(constraint);
        }
        return column((ColumnDefinition) element);
    }

    private static String expectation(Expectation expectation) {
        String action =
                switch (expectation.action()) {
                    case WARN -> "";
                    case DROP_ROW -> " ON VIOLATION DROP ROW";
                    case FAIL_UPDATE -> " ON VIOLATION FAIL UPDATE";
                    case QUARANTINE_ROW ->
                            " ON VIOLATION QUARANTINE ROW"
                                    + expectation
                                            .quarantine()
                                            .map(table -> " INTO " + SqlQuoting.name(table))
                                            .orElse("");
                };
        return "CONSTRAINT "
                + SqlQuoting.name(expectation.name())
                + " EXPECT "
                + rule(expectation.rule())
                + action;
    }

    private static String rule(ExpectationRule rule) {
        if (rule instanceof RowRule row) {
            return "(" + row.condition().text() + ")";
        }
        if (rule instanceof UniqueRule unique) {
            return "UNIQUE " + SqlQuoting.names(unique.columns());
        }
        ExistsRule exists = (ExistsRule) rule;
        return "EXISTS IN "
                + SqlQuoting.name(exists.table())
                + " "
                + SqlQuoting.names(exists.columns());
    }

    /** A constraint of the table or of a column. */
    private static String constraint(KeyConstraint constraint) {
        List<String> parts = new ArrayList<>();
        constraint.name().ifPresent(name -> parts.add("CONSTRAINT " + SqlQuoting.name(name)));
        switch (constraint.kind()) {
            case PRIMARY_KEY -> parts.add("PRIMARY KEY");
            case FOREIGN_KEY -> parts.add("FOREIGN KEY");
            case CHECK -> parts.add("CHECK");
        }
        if (!constraint.columns().isEmpty()) {
            parts.add(keyColumns(constraint));
        }
        constraint.check().ifPresent(check -> parts.add(check.text()));
        constraint
                .references()
                .ifPresent(table -> parts.add("REFERENCES " + SqlQuoting.name(table)));
        if (!constraint.referencedColumns().isEmpty()) {
            parts.add(SqlQuoting.names(constraint.referencedColumns()));
        }
        parts.addAll(constraint.options());
        return String.join(" ", parts);
    }

    private static String keyColumns(KeyConstraint constraint) {
        return constraint.columns().stream()
                .map(
                        column ->
                                SqlQuoting.name(column)
                                        + (constraint.timeseries().contains(column)
                                                ? " TIMESERIES"
                                                : ""))
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static String column(ColumnDefinition column) {
        List<String> parts = new ArrayList<>();
        parts.add(SqlQuoting.name(column.name()));
        column.type().ifPresent(type -> parts.add(type.text()));
        column.generatedAs().ifPresent(e -> parts.add("GENERATED ALWAYS AS (" + e.text() + ")"));
        column.identity().ifPresent(identity -> parts.add(identity(identity)));
        column.defaultValue().ifPresent(value -> parts.add("DEFAULT " + value.text()));
        if (column.notNull()) {
            parts.add("NOT NULL");
        }
        column.comment().ifPresent(text -> parts.add("COMMENT " + SqlQuoting.string(text)));
        column.mask().ifPresent(mask -> parts.add(mask(mask)));
        column.constraints().forEach(constraint -> parts.add(constraint(constraint)));
        return String.join(" ", parts);
    }

    private static String identity(Identity identity) {
        return "GENERATED "
                + (identity.always() ? "ALWAYS" : "BY DEFAULT")
                + " AS IDENTITY (START WITH "
                + identity.start()
                + " INCREMENT BY "
                + identity.increment()
                + ")";
    }

    private static String mask(Mask mask) {
        String columns =
                mask.usingColumns().isEmpty()
                        ? ""
                        : " USING COLUMNS " + SqlQuoting.fragments(mask.usingColumns());
        return "MASK " + SqlQuoting.name(mask.function()) + columns;
    }
}
