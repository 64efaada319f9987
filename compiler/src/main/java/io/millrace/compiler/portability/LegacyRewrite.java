/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.portability;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.analysis.DerivedText;
import io.millrace.compiler.ast.ApplyChanges;
import io.millrace.compiler.ast.AutoCdcFlow;
import io.millrace.compiler.ast.CreateFlow;
import io.millrace.compiler.ast.CreateMaterializedView;
import io.millrace.compiler.ast.CreateMode;
import io.millrace.compiler.ast.CreateStreamingTable;
import io.millrace.compiler.ast.CreateView;
import io.millrace.compiler.ast.QualifiedName;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.query.QueryAnalysis;
import io.millrace.compiler.query.QueryInput;
import io.millrace.compiler.query.QueryParser;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.Quoted;
import io.millrace.compiler.token.SqlScanner;
import io.millrace.compiler.token.SqlToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Writes legacy text in the modern form: LIVE tables and views, the prefix {@code LIVE.}, APPLY
 * CHANGES, {@code cloud_files}. Everything else stays as it is, letter by letter. The flows keep
 * their names and with them their state.
 */
public final class LegacyRewrite {

    private final SourceFile file;
    private final OriginalEdits edits;

    private LegacyRewrite(SourceFile file, OriginalEdits edits) {
        this.file = file;
        this.edits = edits;
    }

    /** A unified diff of each file that has legacy text, in the order of the files. */
    public static List<String> diffs(List<SourceFile> sources, CompileOptions options) {
        List<String> diffs = new ArrayList<>();
        for (SourceFile source : sources) {
            modern(source, options)
                    .ifPresent(
                            modern ->
                                    diffs.add(
                                            UnifiedDiff.of(
                                                    source.name(), source.original(), modern)));
        }
        return diffs;
    }

    /** The modern text of a file; empty when it has no legacy text. */
    public static Optional<String> modern(SourceFile source, CompileOptions options) {
        List<Statement> statements = ParsedSource.parse(source, options);
        OriginalEdits edits = new OriginalEdits(source.original());
        for (Statement statement : statements) {
            new LegacyRewrite(statement.span().file(), edits).rewrite(statement);
        }
        return edits.isEmpty() ? Optional.empty() : Optional.of(edits.apply());
    }

    private void rewrite(Statement statement) {
        if (statement instanceof CreateStreamingTable table) {
            head(
                    table.span(),
                    table.name(),
                    isLegacy(table.span(), table.name(), table.legacy()),
                    table.mode(),
                    table.ifNotExists(),
                    (table.isPrivate() ? "PRIVATE " : "") + "STREAMING TABLE");
        } else if (statement instanceof CreateMaterializedView view) {
            head(
                    view.span(),
                    view.name(),
                    isLegacy(view.span(), view.name(), view.legacy()),
                    view.mode(),
                    view.ifNotExists(),
                    (view.isPrivate() ? "PRIVATE " : "") + "MATERIALIZED VIEW");
        } else if (statement instanceof CreateView view) {
            boolean legacy = view.legacy().isPresent();
            head(
                    view.span(),
                    view.name(),
                    legacy,
                    CreateMode.CREATE,
                    view.ifNotExists(),
                    "TEMPORARY VIEW");
        } else if (statement instanceof ApplyChanges apply) {
            applyChanges(apply);
        } else if (statement instanceof CreateFlow flow) {
            target(flow);
        }
        queries(statement);
    }

    /** {@code TEMPORARY} before a table is the older word for {@code PRIVATE}. */
    private static boolean isLegacy(
            SourceSpan statement, QualifiedName name, Optional<SourceSpan> legacy) {
        String head = statement.file().text().substring(statement.start(), name.span().start());
        return legacy.isPresent()
                || SqlScanner.scan(head).stream().anyMatch(word -> word.isWord("TEMPORARY"));
    }

    private void head(
            SourceSpan statement,
            QualifiedName name,
            boolean legacy,
            CreateMode mode,
            boolean ifNotExists,
            String kind) {
        if (legacy) {
            String before = mode == CreateMode.CREATE ? "" : "OR REFRESH ";
            String behind = ifNotExists ? " IF NOT EXISTS " : " ";
            replace(
                    statement.start(),
                    name.span().start(),
                    "CREATE " + before + kind + behind + comments(statement, name));
        }
        name(name);
    }

    /** Comments between the words of a head, which are kept behind them. */
    private static String comments(SourceSpan statement, QualifiedName name) {
        String head = statement.file().text().substring(statement.start(), name.span().start());
        StringBuilder comments = new StringBuilder();
        int done = 0;
        for (SqlToken token : SqlScanner.scan(head)) {
            comment(head.substring(done, token.start()), comments);
            done = token.end();
        }
        comment(head.substring(done), comments);
        return comments.toString();
    }

    private static void comment(String gap, StringBuilder comments) {
        if (!gap.isBlank()) {
            boolean line = gap.contains("--");
            comments.append(gap.strip()).append(line ? "\n" : " ");
        }
    }

    private void name(QualifiedName name) {
        if (isLive(name)) {
            replace(name.span().start(), name.span().end(), bare(name));
        }
    }

    private static boolean isLive(QualifiedName name) {
        return name.parts().size() == 2 && name.parts().get(0).equalsIgnoreCase("live");
    }

    /** The name as written, without the prefix. */
    private static String bare(QualifiedName name) {
        String text = name.span().text();
        return isLive(name) ? text.substring(text.indexOf('.') + 1).strip() : text;
    }

    private void applyChanges(ApplyChanges apply) {
        if (!apply.legacy()) {
            name(apply.target());
            return;
        }
        String name = bare(apply.target());
        String flow = Quoted.name(apply.target().last());
        String plain = name.matches("[A-Za-z_][A-Za-z_0-9]*") ? name : flow;
        replace(
                apply.span().start(),
                apply.target().span().end(),
                "CREATE FLOW " + plain + " AS AUTO CDC INTO " + name);
    }

    private void target(CreateFlow flow) {
        if (flow.body() instanceof AutoCdcFlow cdc && cdc.legacy()) {
            String between =
                    file.text().substring(cdc.span().start(), flow.target().span().start());
            List<SqlToken> words = SqlScanner.scan(between);
            for (int i = 0; i + 1 < words.size(); i++) {
                if (words.get(i).isWord("APPLY") && words.get(i + 1).isWord("CHANGES")) {
                    replace(
                            cdc.span().start() + words.get(i).start(),
                            cdc.span().start() + words.get(i + 1).end(),
                            "AUTO CDC");
                    break;
                }
            }
        }
        name(flow.target());
    }

    private void queries(Statement statement) {
        for (StatementQueries.Text text : StatementQueries.of(statement).stream().toList()) {
            QueryAnalysis query =
                    QueryParser.analyze(
                            text.relation() ? DerivedText.wholeRelation(text.span()) : text.span());
            Set<String> live =
                    query.inputs().stream()
                            .filter(QueryInput::isLive)
                            .map(input -> input.name().get(1).toLowerCase(Locale.ROOT))
                            .collect(Collectors.toSet());
            List<SqlToken> tokens = SqlScanner.scan(text.span().text());
            prefixes(text.span(), tokens, live);
            new FileReads(text.span(), tokens, this::replace).rewrite();
        }
    }

    /** Takes {@code LIVE.} off relations, and off columns that are qualified with one. */
    private void prefixes(SourceSpan query, List<SqlToken> tokens, Set<String> live) {
        for (int i = 0; i + 2 < tokens.size(); i++) {
            SqlToken word = tokens.get(i);
            boolean qualified = i > 0 && tokens.get(i - 1).isSymbol(".");
            if (word.isWord("LIVE")
                    && !qualified
                    && tokens.get(i + 1).isSymbol(".")
                    && live.contains(plain(tokens.get(i + 2)))) {
                replace(
                        query.start() + word.start(),
                        query.start() + tokens.get(i + 2).start(),
                        "");
            }
        }
    }

    private static String plain(SqlToken token) {
        String text = token.slice();
        String name =
                token.kind() == SqlToken.Kind.QUOTED_NAME
                        ? text.substring(1, text.length() - 1).replace("``", "`")
                        : text;
        return name.toLowerCase(Locale.ROOT);
    }

    /** Replaces a stretch of the effective text. */
    private void replace(int start, int end, String text) {
        edits.replace(
                file.positions().toOriginal(start), file.positions().toOriginalEnd(end), text);
    }
}
