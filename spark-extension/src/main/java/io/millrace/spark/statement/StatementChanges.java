/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.ast.AlterColumn;
import io.millrace.compiler.ast.AlterProperties;
import io.millrace.compiler.ast.AlterSchedule;
import io.millrace.compiler.ast.AlterVerb;
import io.millrace.compiler.ast.ColumnDefinition;
import io.millrace.compiler.ast.CreateMaterializedView;
import io.millrace.compiler.ast.CreateStreamingTable;
import io.millrace.compiler.ast.PropertiesClause;
import io.millrace.compiler.ast.Property;
import io.millrace.compiler.ast.ScheduleClause;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.ast.StringValue;
import io.millrace.compiler.ast.TableClause;
import io.millrace.compiler.ast.TableElement;
import io.millrace.compiler.ast.TableSpecification;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Definitions with what an {@code ALTER} changes in them. */
final class StatementChanges {

    private StatementChanges() {}

    static Statement withProperties(Statement statement, AlterProperties change) {
        return withClauses(
                statement,
                clauses -> {
                    List<Property> properties = new ArrayList<>();
                    List<TableClause> others = new ArrayList<>();
                    for (TableClause clause : clauses) {
                        if (clause instanceof PropertiesClause known) {
                            known.properties().stream()
                                    .filter(property -> isKept(property, change))
                                    .forEach(properties::add);
                        } else {
                            others.add(clause);
                        }
                    }
                    if (change.verb() != AlterVerb.UNSET) {
                        properties.addAll(change.properties());
                    }
                    if (!properties.isEmpty()) {
                        others.add(new PropertiesClause(change.span(), properties));
                    }
                    return others;
                });
    }

    private static boolean isKept(Property property, AlterProperties change) {
        return change.properties().stream().noneMatch(other -> other.key().equals(property.key()));
    }

    static Statement withSchedule(Statement statement, AlterSchedule change) {
        return withClauses(
                statement,
                clauses -> {
                    List<TableClause> others = new ArrayList<>(clauses);
                    others.removeIf(ScheduleClause.class::isInstance);
                    change.schedule().ifPresent(others::add);
                    return others;
                });
    }

    /**
     * With a comment on a column. Only a declared column can keep it: that of any other comes from
     * the query.
     */
    static Statement withComment(Statement statement, AlterColumn change) {
        return withSpecification(
                statement,
                specification -> {
                    List<TableElement> elements = new ArrayList<>();
                    boolean found = false;
                    for (TableElement element : specification.elements()) {
                        boolean meant =
                                element instanceof ColumnDefinition column
                                        && column.name()
                                                .value()
                                                .equalsIgnoreCase(change.column().value());
                        found |= meant;
                        elements.add(
                                meant ? withComment((ColumnDefinition) element, change) : element);
                    }
                    if (!found) {
                        throw undeclared(change);
                    }
                    return new TableSpecification(specification.span(), elements);
                },
                change);
    }

    private static RuntimeException undeclared(AlterColumn change) {
        return AlterStatement.notPossible(
                "the column `%s` is not declared, so the next refresh would take the comment away"
                        .formatted(change.column().value()),
                "declare the columns in the definition, with COMMENT behind this one");
    }

    private static ColumnDefinition withComment(ColumnDefinition column, AlterColumn change) {
        String literal = change.value().text();
        String text =
                literal.substring(1, literal.length() - 1).replace("\\'", "'").replace("''", "'");
        return new ColumnDefinition(
                column.span(),
                column.name(),
                column.type(),
                column.notNull(),
                column.defaultValue(),
                column.generatedAs(),
                column.identity(),
                Optional.of(new StringValue(change.value(), text)),
                column.mask(),
                column.constraints());
    }

    private static Statement withSpecification(
            Statement statement, UnaryOperator<TableSpecification> change, AlterColumn at) {
        if (statement instanceof CreateStreamingTable table) {
            return copy(
                    table,
                    Optional.of(
                            change.apply(table.specification().orElseThrow(() -> undeclared(at)))),
                    table.clauses());
        }
        CreateMaterializedView view = (CreateMaterializedView) statement;
        return copy(
                view,
                Optional.of(change.apply(view.specification().orElseThrow(() -> undeclared(at)))),
                view.clauses());
    }

    private static Statement withClauses(
            Statement statement, UnaryOperator<List<TableClause>> change) {
        if (statement instanceof CreateStreamingTable table) {
            return copy(table, table.specification(), change.apply(table.clauses()));
        }
        CreateMaterializedView view = (CreateMaterializedView) statement;
        return copy(view, view.specification(), change.apply(view.clauses()));
    }

    private static CreateStreamingTable copy(
            CreateStreamingTable table,
            Optional<TableSpecification> specification,
            List<TableClause> clauses) {
        return new CreateStreamingTable(
                table.span(),
                table.mode(),
                table.isPrivate(),
                table.ifNotExists(),
                table.legacy(),
                table.name(),
                specification,
                clauses,
                table.flow());
    }

    private static CreateMaterializedView copy(
            CreateMaterializedView view,
            Optional<TableSpecification> specification,
            List<TableClause> clauses) {
        return new CreateMaterializedView(
                view.span(),
                view.mode(),
                view.isPrivate(),
                view.ifNotExists(),
                view.legacy(),
                view.name(),
                specification,
                clauses,
                view.flow());
    }
}
