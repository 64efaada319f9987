/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Prints statements as SQL, without a semicolon: queries and expressions as they were written, the
 * rest in today's spelling and in one order of clauses. What is printed parses to an equal
 * statement, spans aside and legacy words apart.
 */
public final class AstPrinter implements StatementVisitor<String> {

    private final ClausePrinter clauses = new ClausePrinter();

    private AstPrinter() {}

    /** The SQL of a statement. */
    public static String print(Statement statement) {
        return statement.accept(new AstPrinter());
    }

    @Override
    public String visitCreateStreamingTable(CreateStreamingTable table) {
        String head =
                create(table.mode())
                        + (table.isPrivate() ? "PRIVATE " : "")
                        + "STREAMING TABLE "
                        + name(table.ifNotExists(), table.name());
        return join(body(head, table.specification(), table.clauses()), table.flow());
    }

    @Override
    public String visitCreateMaterializedView(CreateMaterializedView view) {
        String head =
                create(view.mode())
                        + (view.isPrivate() ? "PRIVATE " : "")
                        + "MATERIALIZED VIEW "
                        + name(view.ifNotExists(), view.name());
        return join(body(head, view.specification(), view.clauses()), Optional.of(view.flow()));
    }

    @Override
    public String visitCreateView(CreateView view) {
        String head =
                create(view.mode())
                        + (view.temporary() ? "TEMPORARY " : "")
                        + (view.streaming() ? "STREAMING " : "")
                        + "VIEW "
                        + name(view.ifNotExists(), view.name());
        return body(head, view.specification(), view.clauses()) + "\nAS " + view.query().text();
    }

    @Override
    public String visitCreateMetricView(CreateMetricView view) {
        String head = create(view.mode()) + "VIEW " + name(view.ifNotExists(), view.name());
        return body(head, view.specification(), view.clauses())
                + "\nWITH METRICS\nLANGUAGE YAML\nAS $$"
                + view.definition().text()
                + "$$";
    }

    @Override
    public String visitCreateTable(CreateTable table) {
        String head = create(table.mode()) + "TABLE " + name(table.ifNotExists(), table.name());
        String body = body(head, table.specification(), table.clauses());
        if (table.asQuery().isPresent()) {
            return join(body, table.flow());
        }
        return table.flow().map(flow -> body + "\n" + inline(flow)).orElse(body);
    }

    /** A table with its flow, {@code AS query} where that says it all. */
    private static String join(String body, Optional<FlowBody> flow) {
        if (flow.isEmpty()) {
            return body;
        }
        if (flow.get() instanceof InsertFlow insert && insert.byName() && insert.once().isEmpty()) {
            return body + "\nAS " + insert.query().text();
        }
        return body + "\n" + inline(flow.get());
    }

    private static String inline(FlowBody flow) {
        return "FLOW " + flow.accept(new FlowPrinter(Optional.empty()));
    }

    private static String create(CreateMode mode) {
        return switch (mode) {
            case CREATE -> "CREATE ";
            case OR_REFRESH -> "CREATE OR REFRESH ";
            case OR_REPLACE -> "CREATE OR REPLACE ";
        };
    }

    private static String name(boolean ifNotExists, QualifiedName name) {
        return (ifNotExists ? "IF NOT EXISTS " : "") + SqlQuoting.name(name);
    }

    private String body(
            String head, Optional<TableSpecification> specification, List<TableClause> all) {
        StringBuilder body = new StringBuilder(head);
        specification.ifPresent(list -> body.append(' ').append(ElementPrinter.print(list)));
        all.forEach(clause -> body.append('\n').append(clause.accept(clauses)));
        return body.toString();
    }

    @Override
    public String visitCreateFlow(CreateFlow flow) {
        List<String> lines = new ArrayList<>();
        lines.add("CREATE FLOW " + SqlQuoting.name(flow.name()));
        flow.comment().ifPresent(text -> lines.add("COMMENT " + SqlQuoting.string(text)));
        if (!flow.sparkConf().isEmpty()) {
            lines.add("SPARK_CONF " + SqlQuoting.properties(flow.sparkConf()));
        }
        flow.importCheckpoint()
                .ifPresent(path -> lines.add("IMPORT CHECKPOINT " + SqlQuoting.string(path)));
        String target = (flow.intoSink() ? "SINK " : "") + SqlQuoting.name(flow.target());
        lines.add("AS " + flow.body().accept(new FlowPrinter(Optional.of(target))));
        return String.join("\n", lines);
    }

    @Override
    public String visitCreateSink(CreateSink sink) {
        String options =
                sink.options().isEmpty()
                        ? ""
                        : "\nOPTIONS " + SqlQuoting.properties(sink.options());
        return "CREATE SINK "
                + name(sink.ifNotExists(), sink.name())
                + " USING "
                + SqlQuoting.format(sink.format())
                + options
                + sink.comment().map(text -> "\nCOMMENT " + SqlQuoting.string(text)).orElse("");
    }

    @Override
    public String visitApplyChanges(ApplyChanges statement) {
        String target = SqlQuoting.name(statement.target());
        return statement.body().accept(new FlowPrinter(Optional.of(target)));
    }

    @Override
    public String visitSetProperty(SetProperty set) {
        return "SET " + set.keySpan().text() + " = " + set.value();
    }

    @Override
    public String visitUseNamespace(UseNamespace use) {
        return switch (use.kind()) {
            case CATALOG -> "USE CATALOG " + use.name().text();
            case SCHEMA -> "USE SCHEMA " + use.name().text();
            case CATALOG_AND_SCHEMA -> "USE " + use.name().text();
        };
    }

    @Override
    public String visitRefreshDataset(RefreshDataset refresh) {
        return "REFRESH "
                + words(refresh.word())
                + SqlQuoting.name(refresh.name())
                + (refresh.full() ? " FULL" : "")
                + refresh.where().map(where -> " WHERE " + where.text()).orElse("")
                + switch (refresh.mode()) {
                    case DEFAULT -> "";
                    case SYNC -> " SYNC";
                    case ASYNC -> " ASYNC";
                };
    }

    private static String words(DatasetWord word) {
        return switch (word) {
            case STREAMING_TABLE -> "STREAMING TABLE ";
            case MATERIALIZED_VIEW -> "MATERIALIZED VIEW ";
            case TABLE -> "TABLE ";
            case VIEW -> "VIEW ";
            case FLOW -> "FLOW ";
            case SINK -> "SINK ";
            case NONE -> "";
        };
    }

    @Override
    public String visitAlterDataset(AlterDataset alter) {
        return "ALTER "
                + words(alter.word())
                + SqlQuoting.name(alter.name())
                + " "
                + action(alter.action());
    }

    private String action(AlterAction action) {
        if (action instanceof AlterSchedule schedule) {
            return schedule.verb()
                    + " "
                    + schedule.schedule().map(clause -> clause.accept(clauses)).orElse("SCHEDULE");
        }
        if (action instanceof AlterColumn column) {
            return column(column);
        }
        if (action instanceof AlterRowFilter filter) {
            return filter.filter()
                    .map(clause -> "SET " + clauses.rowFilter(clause))
                    .orElse("DROP ROW FILTER");
        }
        if (action instanceof AlterOwner owner) {
            return "OWNER TO " + SqlQuoting.name(owner.principal());
        }
        if (action instanceof AlterProperties properties) {
            return properties.verb()
                    + " TBLPROPERTIES "
                    + (properties.verb() == AlterVerb.UNSET
                            ? SqlQuoting.keys(properties.properties())
                            : SqlQuoting.properties(properties.properties()));
        }
        AlterTags tags = (AlterTags) action;
        return tags.verb() + " TAGS " + tags.tags().text();
    }

    private static String column(AlterColumn column) {
        String head = "ALTER COLUMN " + SqlQuoting.name(column.column()) + " ";
        if (column.property().equals("COMMENT")) {
            return head + "COMMENT " + column.value().text();
        }
        if (column.verb() == AlterVerb.DROP) {
            return head + "DROP " + column.property();
        }
        return head + column.verb() + " " + column.property() + " " + column.value().text();
    }

    @Override
    public String visitDropDataset(DropDataset drop) {
        return "DROP "
                + words(drop.word())
                + (drop.ifExists() ? "IF EXISTS " : "")
                + SqlQuoting.name(drop.name());
    }

    @Override
    public String visitExplainMaterializedView(ExplainMaterializedView explain) {
        return "EXPLAIN " + visitCreateMaterializedView(explain.statement());
    }

    @Override
    public String visitOtherStatement(OtherStatement statement) {
        return statement.span().text();
    }
}
