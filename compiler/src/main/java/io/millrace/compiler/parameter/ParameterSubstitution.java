/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parameter;

import io.millrace.compiler.ParameterValue;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.compiler.source.SourceFile;
import io.millrace.compiler.token.SourceCells;
import io.millrace.compiler.token.SqlScanner;
import io.millrace.compiler.token.SqlToken;
import io.millrace.compiler.token.SqlToken.Kind;
import io.millrace.compiler.token.TextEdits;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Replaces <code>${key}</code> and {@code :name} in a whole file.
 *
 * <p><code>${key}</code> becomes the text of its value, also inside strings and back-ticks, where
 * the value is escaped so that the literal holds exactly the value. {@code SET key = value} earlier
 * in the file goes before the configuration. {@code :name} becomes a literal, or a name in
 * back-ticks where a relation or namespace is named. Comments and dollar-quoted text stay as they
 * are, but for <code>${key}</code> in the YAML of a metric view, which is replaced as it stands.
 *
 * <p>A reference without a value is reported and replaced by a word made of its key, so that one
 * missing value does not lead to syntax errors too.
 */
public final class ParameterSubstitution {

    private final SourceFile file;
    private final String text;
    private final Configuration configuration;
    private final Map<String, ParameterValue> parameters;
    private final Diagnostics diagnostics;
    private final TextEdits edits;

    /** Those of the cell at hand: no statement goes on behind the end of its cell. */
    private List<SqlToken> tokens = List.of();

    private ParameterSubstitution(
            SourceFile file,
            Map<String, String> configuration,
            Map<String, ParameterValue> parameters,
            Diagnostics diagnostics) {
        this.file = file;
        this.text = file.text();
        this.configuration = new Configuration(configuration);
        this.parameters = parameters;
        this.diagnostics = diagnostics;
        this.edits = new TextEdits(text);
    }

    /**
     * The file with its values in place; the same file when there is nothing to replace.
     *
     * @param configuration what <code>${key}</code> stands for
     * @param parameters what {@code :name} stands for
     * @param diagnostics gets references without a value, with their place in {@code file}
     */
    public static SourceFile apply(
            SourceFile file,
            Map<String, String> configuration,
            Map<String, ParameterValue> parameters,
            Diagnostics diagnostics) {
        if (file.text().indexOf('$') < 0 && file.text().indexOf(':') < 0) {
            return file;
        }
        return new ParameterSubstitution(file, configuration, parameters, diagnostics).run();
    }

    private SourceFile run() {
        for (SourceCells.Cell cell : SourceCells.of(text)) {
            if (cell.language() == SourceCells.Language.SQL) {
                tokens = SourceCells.tokens(text, cell);
                replaceInCell();
            }
        }
        if (edits.isEmpty()) {
            return file;
        }
        TextEdits.Result result = edits.apply();
        return file.withText(result.text(), result.positions());
    }

    private void replaceInCell() {
        int i = 0;
        boolean statementStart = true;
        while (i < tokens.size()) {
            if (statementStart && tokens.get(i).isWord("SET")) {
                int end = setStatement(i);
                if (end > i) {
                    i = end;
                    continue;
                }
            }
            statementStart = tokens.get(i).isSymbol(";");
            i = replaceAt(i);
        }
    }

    /**
     * {@code SET key = value}: only <code>${key}</code> is replaced in it.
     *
     * @return the index of the semicolon or the end, or {@code start} when it is another SET
     */
    private int setStatement(int start) {
        int equals = start + 1;
        while (equals < tokens.size() && isKeyPart(tokens.get(equals))) {
            equals++;
        }
        if (equals == start + 1 || equals == tokens.size() || !tokens.get(equals).isSymbol("=")) {
            return start;
        }
        int end = equals + 1;
        while (end < tokens.size() && !tokens.get(end).isSymbol(";")) {
            end++;
        }
        for (int i = start; i < end; i++) {
            replaceReferences(tokens.get(i));
        }
        String key =
                edits.slice(tokens.get(start + 1).start(), tokens.get(equals - 1).end())
                        .replace("`", "")
                        .strip();
        String value =
                end == equals + 1
                        ? ""
                        : edits.slice(tokens.get(equals + 1).start(), tokens.get(end - 1).end());
        configuration.set(key, value.strip());
        return end;
    }

    private static boolean isKeyPart(SqlToken token) {
        return token.isName()
                || token.kind() == Kind.REFERENCE
                || token.kind() == Kind.NUMBER
                || token.isSymbol(".")
                || token.isSymbol(":")
                || token.isSymbol("-");
    }

    /** Replaces what stands at a token and returns the index of the next token to look at. */
    private int replaceAt(int index) {
        SqlToken token = tokens.get(index);
        if (token.isSymbol(":") && isParameter(index)) {
            return replaceParameter(index);
        }
        if (token.kind() == Kind.DOLLAR_TEXT && isMetricView(index)) {
            references(token, this::replaceAsItStands);
        } else {
            replaceReferences(token);
        }
        return index + 1;
    }

    /** Whether a dollar-quoted text is the YAML behind {@code WITH METRICS ... AS}. */
    private boolean isMetricView(int index) {
        for (int i = index - 1; i > 0 && !tokens.get(i).isSymbol(";"); i--) {
            if (tokens.get(i).isWord("METRICS") && tokens.get(i - 1).isWord("WITH")) {
                return tokens.get(index - 1).isWord("AS");
            }
        }
        return false;
    }

    /** Calls back for each reference inside of a token. */
    private void references(SqlToken token, ReferencePlace place) {
        int from = text.indexOf("${", token.start());
        while (from >= 0 && from < token.end()) {
            int end = SqlScanner.referenceEnd(text, from);
            if (end < 0 || end > token.end()) {
                from = text.indexOf("${", from + 2);
                continue;
            }
            place.at(from, end);
            from = text.indexOf("${", end);
        }
    }

    /** Where a reference starts and ends. */
    private interface ReferencePlace {
        void at(int start, int end);
    }

    private void replaceAsItStands(int start, int end) {
        String key = keyOf(start, end);
        edits.replace(start, end, resolve(key, start, end).orElse(placeholder(key)));
    }

    private void replaceReferences(SqlToken token) {
        switch (token.kind()) {
            case REFERENCE -> replaceAsItStands(token.start(), token.end());
            case STRING, QUOTED_NAME ->
                    references(
                            token,
                            (start, end) ->
                                    resolve(keyOf(start, end), start, end)
                                            .ifPresent(
                                                    value ->
                                                            replaceInQuotes(
                                                                    token, start, end, value)));
            case WORD, NUMBER, DOLLAR_TEXT, UNTERMINATED, SYMBOL -> {}
        }
    }

    private void replaceInQuotes(SqlToken token, int start, int end, String value) {
        Optional<String> escaped = Literals.escape(value, token);
        if (escaped.isEmpty()) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_INVALID_PARAMETER_VALUE,
                                    file.span(start, end),
                                    keyOf(start, end),
                                    "it contains a quote, which a raw string cannot hold")
                            .withHint("use a string without the r in front"));
            return;
        }
        edits.replace(start, end, escaped.get());
    }

    private String keyOf(int start, int end) {
        return text.substring(start + 2, end - 1);
    }

    private Optional<String> resolve(String key, int start, int end) {
        Configuration.Lookup lookup = configuration.resolve(key);
        if (lookup.value().isPresent()) {
            return lookup.value();
        }
        var span = file.span(start, end);
        if (!lookup.cycle().isEmpty()) {
            diagnostics.add(
                    Diagnostic.of(
                            ErrorCode.MILLRACE_PARAMETER_CYCLE,
                            span,
                            key,
                            String.join(" -> ", lookup.cycle())));
            return Optional.empty();
        }
        String missing = lookup.missing();
        Diagnostic diagnostic =
                Diagnostic.of(ErrorCode.MILLRACE_UNKNOWN_CONFIGURATION_KEY, span, missing)
                        .withLabel(
                                missing.equals(Configuration.withoutPrefix(key))
                                        ? "unknown key"
                                        : "its value refers to `" + missing + "`");
        String pass = "--set " + missing + "=value";
        diagnostics.add(
                diagnostic.withHint(
                        NearestName.of(missing, configuration.keys())
                                .map(
                                        near ->
                                                "did you mean ${"
                                                        + near
                                                        + "}? Or pass it with "
                                                        + pass)
                                .orElse(
                                        "pass it with "
                                                + pass
                                                + ", or put it under configuration in"
                                                + " spark-pipeline.yml")));
        return Optional.empty();
    }

    /** A colon with a name right behind it that does not continue an operand before it. */
    private boolean isParameter(int index) {
        SqlToken colon = tokens.get(index);
        if (index + 1 == tokens.size() || tokens.get(index + 1).start() != colon.end()) {
            return false;
        }
        SqlToken name = tokens.get(index + 1);
        if (name.kind() != Kind.WORD || Character.isDigit(text.charAt(name.start()))) {
            return false;
        }
        if (colon.start() == 0) {
            return true;
        }
        char before = text.charAt(colon.start() - 1);
        return !(Character.isLetterOrDigit(before) || ")]}`'\"_".indexOf(before) >= 0);
    }

    private int replaceParameter(int index) {
        int start = tokens.get(index).start();
        int last = lastNameToken(index + 1);
        int end = tokens.get(last).end();
        String name = text.substring(start + 1, end);
        boolean identifier = IdentifierPlace.at(tokens, index, last);
        ParameterValue value = parameters.get(name);
        if (value == null) {
            reportUnknown(name, start, end);
            edits.replace(start, end, identifier ? Literals.name(name) : "NULL");
            return last + 1;
        }
        edits.replace(
                start, end, identifier ? Literals.name(value.text()) : Literals.literal(value));
        return last + 1;
    }

    /** Names may hold dots and hyphens, but only the longest known one is taken with them. */
    private int lastNameToken(int first) {
        int last = first;
        int start = tokens.get(first).start();
        for (int i = first; i + 2 < tokens.size(); i += 2) {
            SqlToken joint = tokens.get(i + 1);
            SqlToken part = tokens.get(i + 2);
            boolean joined =
                    (joint.isSymbol(".") || joint.isSymbol("-"))
                            && joint.start() == tokens.get(i).end()
                            && part.start() == joint.end()
                            && (part.kind() == Kind.WORD || part.kind() == Kind.NUMBER);
            if (!joined) {
                break;
            }
            if (parameters.containsKey(text.substring(start, part.end()))) {
                last = i + 2;
            }
        }
        return last;
    }

    private void reportUnknown(String name, int start, int end) {
        String pass = "--param " + name + "=value";
        diagnostics.add(
                Diagnostic.of(ErrorCode.MILLRACE_UNKNOWN_PARAMETER, file.span(start, end), name)
                        .withLabel("unknown parameter")
                        .withHint(
                                NearestName.of(name, parameters.keySet())
                                        .map(
                                                near ->
                                                        "did you mean :"
                                                                + near
                                                                + "? Or pass it with "
                                                                + pass)
                                        .orElse(
                                                "pass it with "
                                                        + pass
                                                        + ", or put it under parameters in"
                                                        + " millrace.yml")));
    }

    /** A word that keeps the text around a missing value parseable. */
    private static String placeholder(String key) {
        StringBuilder word = new StringBuilder();
        key.codePoints().forEach(c -> word.appendCodePoint(Character.isLetterOrDigit(c) ? c : '_'));
        return word.toString();
    }
}
