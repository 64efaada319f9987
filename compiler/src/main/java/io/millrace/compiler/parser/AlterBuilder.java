/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parser;

import io.millrace.compiler.ast.AlterAction;
import io.millrace.compiler.ast.AlterColumn;
import io.millrace.compiler.ast.AlterOwner;
import io.millrace.compiler.ast.AlterProperties;
import io.millrace.compiler.ast.AlterRowFilter;
import io.millrace.compiler.ast.AlterSchedule;
import io.millrace.compiler.ast.AlterTags;
import io.millrace.compiler.ast.AlterVerb;
import io.millrace.compiler.ast.Identifier;
import io.millrace.compiler.ast.Property;
import io.millrace.compiler.ast.ScheduleClause;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.grammar.MillraceParser.AlterColumnContext;
import io.millrace.grammar.MillraceParser.AlterColumnTagsContext;
import io.millrace.grammar.MillraceParser.AlterCommentContext;
import io.millrace.grammar.MillraceParser.AlterDropMaskContext;
import io.millrace.grammar.MillraceParser.AlterMaskContext;
import io.millrace.grammar.MillraceParser.AlterScheduleContext;
import io.millrace.grammar.MillraceParser.ChangeColumnContext;
import io.millrace.grammar.MillraceParser.ChangeOwnerContext;
import io.millrace.grammar.MillraceParser.ChangeTagsContext;
import io.millrace.grammar.MillraceParser.DropRowFilterContext;
import io.millrace.grammar.MillraceParser.DropScheduleContext;
import io.millrace.grammar.MillraceParser.PropertyListContext;
import io.millrace.grammar.MillraceParser.SetPropertiesContext;
import io.millrace.grammar.MillraceParser.SetRowFilterContext;
import io.millrace.grammar.MillraceParser.SetScheduleContext;
import io.millrace.grammar.MillraceParser.UnsetPropertiesContext;
import io.millrace.grammar.MillraceParserBaseVisitor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds the actions of {@code ALTER STREAMING TABLE} and {@code ALTER MATERIALIZED VIEW}. */
final class AlterBuilder extends MillraceParserBaseVisitor<AlterAction> {

    private final Spans spans;
    private final NameBuilder names;
    private final ClauseBuilder clauses;

    AlterBuilder(Spans spans, NameBuilder names, ClauseBuilder clauses) {
        this.spans = spans;
        this.names = names;
        this.clauses = clauses;
    }

    @Override
    public AlterAction visitSetSchedule(SetScheduleContext context) {
        AlterScheduleContext schedule = context.alterSchedule();
        SourceSpan span = spans.of(schedule);
        ScheduleClause clause =
                schedule.SCHEDULE() != null
                        ? clauses.schedule(span, schedule.scheduleTimes())
                        : clauses.trigger(span, schedule.intervalText());
        return new AlterSchedule(
                spans.of(context),
                context.ADD() != null ? AlterVerb.ADD : AlterVerb.ALTER,
                Optional.of(clause));
    }

    @Override
    public AlterAction visitDropSchedule(DropScheduleContext context) {
        return new AlterSchedule(spans.of(context), AlterVerb.DROP, Optional.empty());
    }

    @Override
    public AlterAction visitChangeColumn(ChangeColumnContext context) {
        SourceSpan span = spans.of(context);
        Identifier column = names.identifier(context.identifier());
        AlterColumnContext change = context.alterColumn();
        if (change instanceof AlterCommentContext comment) {
            return new AlterColumn(
                    span, column, AlterVerb.SET, "COMMENT", spans.of(comment.stringLiteral()));
        }
        if (change instanceof AlterMaskContext mask) {
            SourceSpan value = spans.of(mask.qualifiedName()).to(spans.of(mask));
            return new AlterColumn(span, column, AlterVerb.SET, "MASK", value);
        }
        if (change instanceof AlterDropMaskContext drop) {
            return new AlterColumn(
                    span, column, AlterVerb.DROP, "MASK", spans.of(drop.MASK().getSymbol()));
        }
        AlterColumnTagsContext tags = (AlterColumnTagsContext) change;
        return new AlterColumn(
                span,
                column,
                tags.SET() != null ? AlterVerb.SET : AlterVerb.UNSET,
                "TAGS",
                tags(tags.SET() != null, tags.propertyList()));
    }

    @Override
    public AlterAction visitSetRowFilter(SetRowFilterContext context) {
        SourceSpan span = spans.of(context);
        return new AlterRowFilter(
                span, AlterVerb.SET, Optional.of(clauses.rowFilter(span, context.rowFilter())));
    }

    @Override
    public AlterAction visitDropRowFilter(DropRowFilterContext context) {
        return new AlterRowFilter(spans.of(context), AlterVerb.DROP, Optional.empty());
    }

    @Override
    public AlterAction visitChangeTags(ChangeTagsContext context) {
        return new AlterTags(
                spans.of(context),
                context.SET() != null ? AlterVerb.SET : AlterVerb.UNSET,
                tags(context.SET() != null, context.propertyList()));
    }

    private SourceSpan tags(boolean set, PropertyListContext list) {
        if (!set) {
            names.keys(list);
        }
        return names.tags(list);
    }

    @Override
    public AlterAction visitChangeOwner(ChangeOwnerContext context) {
        return new AlterOwner(spans.of(context), names.identifier(context.identifier()));
    }

    @Override
    public AlterAction visitSetProperties(SetPropertiesContext context) {
        List<Property> properties = names.properties(context.propertyList());
        Map<String, Property> seen = new HashMap<>();
        for (Property property : properties) {
            Property first = seen.putIfAbsent(property.key(), property);
            if (first != null) {
                throw new SyntaxException(
                        Diagnostic.of(
                                        ErrorCode.MILLRACE_DUPLICATE_PROPERTY,
                                        property.span(),
                                        property.key())
                                .withHint("keep one of the two")
                                .withRelated(first.span(), "first given here"));
            }
        }
        return new AlterProperties(spans.of(context), AlterVerb.SET, properties);
    }

    @Override
    public AlterAction visitUnsetProperties(UnsetPropertiesContext context) {
        return new AlterProperties(
                spans.of(context), AlterVerb.UNSET, names.keys(context.propertyList()));
    }
}
