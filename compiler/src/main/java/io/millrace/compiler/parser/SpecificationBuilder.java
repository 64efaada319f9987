/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.compiler.ast.ColumnDefinition;
import io.millrace.compiler.ast.ExistsRule;
import io.millrace.compiler.ast.Expectation;
import io.millrace.compiler.ast.ExpectationRule;
import io.millrace.compiler.ast.Identifier;
import io.millrace.compiler.ast.Identity;
import io.millrace.compiler.ast.KeyConstraint;
import io.millrace.compiler.ast.KeyConstraintKind;
import io.millrace.compiler.ast.Mask;
import io.millrace.compiler.ast.QualifiedName;
import io.millrace.compiler.ast.RowRule;
import io.millrace.compiler.ast.SqlFragment;
import io.millrace.compiler.ast.StringValue;
import io.millrace.compiler.ast.TableElement;
import io.millrace.compiler.ast.TableSpecification;
import io.millrace.compiler.ast.UniqueRule;
import io.millrace.compiler.ast.ViolationAction;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.grammar.MillraceParser.CheckConstraintContext;
import io.millrace.grammar.MillraceParser.ColumnCheckContext;
import io.millrace.grammar.MillraceParser.ColumnCommentContext;
import io.millrace.grammar.MillraceParser.ColumnConstraintContext;
import io.millrace.grammar.MillraceParser.ColumnElementContext;
import io.millrace.grammar.MillraceParser.ColumnKeyContext;
import io.millrace.grammar.MillraceParser.ColumnListContext;
import io.millrace.grammar.MillraceParser.ColumnMaskContext;
import io.millrace.grammar.MillraceParser.ColumnPropertyContext;
import io.millrace.grammar.MillraceParser.ConstraintOptionContext;
import io.millrace.grammar.MillraceParser.DefaultValueContext;
import io.millrace.grammar.MillraceParser.ExistsRuleContext;
import io.millrace.grammar.MillraceParser.ExpectationElementContext;
import io.millrace.grammar.MillraceParser.ExpectationRuleContext;
import io.millrace.grammar.MillraceParser.ForeignKeyContext;
import io.millrace.grammar.MillraceParser.GeneratedColumnContext;
import io.millrace.grammar.MillraceParser.IdentityColumnContext;
import io.millrace.grammar.MillraceParser.IdentityOptionContext;
import io.millrace.grammar.MillraceParser.KeyColumnContext;
import io.millrace.grammar.MillraceParser.KeyConstraintContext;
import io.millrace.grammar.MillraceParser.KeyElementContext;
import io.millrace.grammar.MillraceParser.NotNullContext;
import io.millrace.grammar.MillraceParser.PrimaryKeyContext;
import io.millrace.grammar.MillraceParser.RowRuleContext;
import io.millrace.grammar.MillraceParser.SignedIntegerContext;
import io.millrace.grammar.MillraceParser.TableElementContext;
import io.millrace.grammar.MillraceParser.TableSpecificationContext;
import io.millrace.grammar.MillraceParser.UniqueRuleContext;
import io.millrace.grammar.MillraceParser.ViolationActionContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;

/** Builds the bracketed list behind a name: columns, expectations and key constraints. */
final class SpecificationBuilder {

    private final Spans spans;
    private final NameBuilder names;
    private final Diagnostics diagnostics;

    SpecificationBuilder(Spans spans, NameBuilder names, Diagnostics diagnostics) {
        this.spans = spans;
        this.names = names;
        this.diagnostics = diagnostics;
    }

    TableSpecification specification(TableSpecificationContext context) {
        List<TableElement> elements = new ArrayList<>();
        for (TableElementContext element : context.tableElement()) {
            elements.add(element(element));
        }
        return new TableSpecification(spans.of(context), elements);
    }

    private TableElement element(TableElementContext context) {
        if (context instanceof ExpectationElementContext expectation) {
            return expectation(expectation);
        }
        if (context instanceof KeyElementContext key) {
            Optional<Identifier> name =
                    Optional.ofNullable(key.identifier()).map(names::identifier);
            return key(spans.of(key), name, key.keyConstraint());
        }
        return column((ColumnElementContext) context);
    }

    private Expectation expectation(ExpectationElementContext context) {
        Optional<ViolationActionContext> action = Optional.ofNullable(context.violationAction());
        return new Expectation(
                spans.of(context),
                names.identifier(context.identifier()),
                rule(context.expectationRule()),
                action.map(SpecificationBuilder::action).orElse(ViolationAction.WARN),
                action.map(ViolationActionContext::qualifiedName).map(names::qualifiedName));
    }

    private ExpectationRule rule(ExpectationRuleContext context) {
        if (context instanceof RowRuleContext row) {
            return new RowRule(spans.of(row), spans.fragment(row.freeText()));
        }
        if (context instanceof UniqueRuleContext unique) {
            return new UniqueRule(spans.of(unique), names.columns(unique.columnList()));
        }
        ExistsRuleContext exists = (ExistsRuleContext) context;
        return new ExistsRule(
                spans.of(exists),
                names.qualifiedName(exists.qualifiedName()),
                names.columns(exists.columnList()));
    }

    private static ViolationAction action(ViolationActionContext context) {
        if (context.FAIL() != null) {
            return ViolationAction.FAIL_UPDATE;
        }
        return context.DROP() != null ? ViolationAction.DROP_ROW : ViolationAction.QUARANTINE_ROW;
    }

    private KeyConstraint key(
            SourceSpan span, Optional<Identifier> name, KeyConstraintContext context) {
        if (context instanceof PrimaryKeyContext primary) {
            return new KeyConstraint(
                    span,
                    name,
                    KeyConstraintKind.PRIMARY_KEY,
                    primary.keyColumn().stream().map(c -> names.column(c.columnName())).toList(),
                    timeseries(primary.keyColumn()),
                    Optional.empty(),
                    List.of(),
                    Optional.empty(),
                    options(primary.constraintOption()));
        }
        if (context instanceof ForeignKeyContext foreign) {
            return new KeyConstraint(
                    span,
                    name,
                    KeyConstraintKind.FOREIGN_KEY,
                    names.columns(foreign.columnList(0)),
                    List.of(),
                    Optional.of(names.qualifiedName(foreign.qualifiedName())),
                    referenced(foreign.columnList(1)),
                    Optional.empty(),
                    options(foreign.constraintOption()));
        }
        CheckConstraintContext check = (CheckConstraintContext) context;
        return new KeyConstraint(
                span,
                name,
                KeyConstraintKind.CHECK,
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                Optional.of(spans.fragment(check.freeGroup())),
                options(check.constraintOption()));
    }

    private List<Identifier> timeseries(List<KeyColumnContext> columns) {
        return columns.stream()
                .filter(column -> column.TIMESERIES() != null)
                .map(column -> names.column(column.columnName()))
                .toList();
    }

    private List<Identifier> referenced(ColumnListContext context) {
        return context == null ? List.of() : names.columns(context);
    }

    private static List<String> options(List<ConstraintOptionContext> contexts) {
        return contexts.stream().map(SpecificationBuilder::words).toList();
    }

    private static String words(ParserRuleContext context) {
        return context.children.stream()
                .map(child -> child.getText().toUpperCase(Locale.ROOT))
                .collect(Collectors.joining(" "));
    }

    private KeyConstraint columnKey(ColumnKeyContext context) {
        ColumnConstraintContext constraint = context.columnConstraint();
        KeyConstraintKind kind = KeyConstraintKind.FOREIGN_KEY;
        if (constraint.PRIMARY() != null) {
            kind = KeyConstraintKind.PRIMARY_KEY;
        }
        return new KeyConstraint(
                spans.of(context),
                Optional.ofNullable(context.identifier()).map(names::identifier),
                kind,
                List.of(),
                List.of(),
                Optional.ofNullable(constraint.qualifiedName()).map(names::qualifiedName),
                referenced(constraint.columnList()),
                Optional.empty(),
                options(context.constraintOption()));
    }

    private KeyConstraint columnCheck(ColumnCheckContext context) {
        return new KeyConstraint(
                spans.of(context),
                Optional.of(names.identifier(context.identifier())),
                KeyConstraintKind.CHECK,
                List.of(),
                List.of(),
                Optional.empty(),
                List.of(),
                Optional.of(spans.fragment(context.freeGroup())),
                options(context.constraintOption()));
    }

    private ColumnDefinition column(ColumnElementContext context) {
        ColumnProperties properties = new ColumnProperties();
        for (ColumnPropertyContext property : context.columnProperty()) {
            properties.add(property);
        }
        return new ColumnDefinition(
                spans.of(context),
                names.identifier(context.identifier()),
                Optional.ofNullable(context.dataType()).map(spans::fragment),
                properties.notNull.isPresent(),
                properties.defaultValue,
                properties.generatedAs,
                properties.identity,
                properties.comment,
                properties.mask,
                properties.constraints);
    }

    private Identity identity(IdentityColumnContext context) {
        long start = 1;
        long increment = 1;
        Set<String> seen = new HashSet<>();
        for (IdentityOptionContext option : context.identityOption()) {
            String words = option.START() != null ? "START WITH" : "INCREMENT BY";
            if (!seen.add(words)) {
                throw new SyntaxException(
                        Diagnostic.of(ErrorCode.MILLRACE_CLAUSE_REPEATED, spans.of(option), words)
                                .withHint("keep one of the two"));
            }
            if (option.START() != null) {
                start = integer(option.signedInteger());
            } else {
                increment = integer(option.signedInteger());
            }
        }
        return new Identity(spans.of(context), context.DEFAULT() == null, start, increment);
    }

    private long integer(SignedIntegerContext context) {
        try {
            return Long.parseLong(context.getText());
        } catch (NumberFormatException e) {
            throw new SyntaxException(
                    Diagnostic.of(
                            ErrorCode.MILLRACE_SYNTAX_ERROR,
                            spans.of(context),
                            "`%s` is not a whole number that fits a BIGINT"
                                    .formatted(context.getText())));
        }
    }

    /** Collects the properties of one column. */
    private final class ColumnProperties {

        private Optional<SourceSpan> notNull = Optional.empty();
        private Optional<SqlFragment> defaultValue = Optional.empty();
        private Optional<SqlFragment> generatedAs = Optional.empty();
        private Optional<Identity> identity = Optional.empty();
        private Optional<StringValue> comment = Optional.empty();
        private Optional<Mask> mask = Optional.empty();
        private final List<KeyConstraint> constraints = new ArrayList<>();

        void add(ColumnPropertyContext context) {
            if (context instanceof NotNullContext) {
                notNull = once(notNull, spans.of(context), context, "NOT NULL");
            } else if (context instanceof DefaultValueContext value) {
                SqlFragment fragment = spans.fragment(value.defaultText());
                defaultValue = once(defaultValue, fragment, context, "DEFAULT");
            } else if (context instanceof GeneratedColumnContext generated) {
                SqlFragment fragment = spans.fragment(generated.freeText());
                generatedAs = once(generatedAs, fragment, context, "GENERATED ALWAYS AS");
            } else if (context instanceof IdentityColumnContext column) {
                identity = once(identity, identity(column), context, "GENERATED AS IDENTITY");
            } else if (context instanceof ColumnCommentContext text) {
                StringValue value = names.string(text.stringLiteral());
                comment = once(comment, value, context, "COMMENT");
            } else if (context instanceof ColumnMaskContext function) {
                mask = once(mask, mask(function), context, "MASK");
            } else if (context instanceof ColumnCheckContext check) {
                constraints.add(columnCheck(check));
            } else {
                constraints.add(columnKey((ColumnKeyContext) context));
            }
        }

        private <T> Optional<T> once(
                Optional<T> old, T value, ParserRuleContext context, String words) {
            if (old.isPresent()) {
                diagnostics.add(
                        Diagnostic.of(ErrorCode.MILLRACE_CLAUSE_REPEATED, spans.of(context), words)
                                .withHint("keep one of the two"));
                return old;
            }
            return Optional.of(value);
        }

        private Mask mask(ColumnMaskContext context) {
            QualifiedName function = names.qualifiedName(context.qualifiedName());
            List<SqlFragment> columns =
                    context.freeList() == null ? List.of() : names.fragments(context.freeList());
            return new Mask(spans.of(context), function, columns);
        }
    }
}
