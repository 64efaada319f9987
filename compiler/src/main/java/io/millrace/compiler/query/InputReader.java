/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.FunctionNameContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.FunctionTableArgumentContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.IdentifierReferenceContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.NamedArgumentExpressionContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.OptionsClauseContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.PropertyContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.PropertyKeyOrStringLitContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.PropertyValueContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.PropertyWithKeyAndEqualsContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.PropertyWithKeyNoEqualsContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.StreamRelationPrimaryContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.StreamTableNameContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.StreamTableValuedFunctionContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.TableFunctionCallContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.TableFunctionCallWithTrailingClausesContext;
import org.apache.spark.sql.catalyst.parser.SqlBaseParser.TableNameContext;

/** Makes inputs of the relations in a FROM. */
final class InputReader {

    /** What Spark and its usual connectors read by path; a two-part name of these is no table. */
    private static final Set<String> FORMATS =
            Set.of(
                    "avro",
                    "binaryfile",
                    "csv",
                    "delta",
                    "iceberg",
                    "json",
                    "orc",
                    "parquet",
                    "text",
                    "xml");

    private final Positions positions;
    private final List<Diagnostic> diagnostics;
    private final List<QueryInput> found = new ArrayList<>();
    private final LiveNames liveNames;
    private final List<Integer> missingStreams = new ArrayList<>();

    InputReader(Positions positions, LiveNames liveNames, List<Diagnostic> diagnostics) {
        this.positions = positions;
        this.liveNames = liveNames;
        this.diagnostics = diagnostics;
    }

    List<QueryInput> found() {
        return found;
    }

    /** Where a call of {@code cloud_files} starts that has no STREAM, in the parsed text. */
    List<Integer> missingStreams() {
        return missingStreams;
    }

    void table(TableNameContext table, QueryBlock block, CteScope scope) {
        if (table.watermarkClause() != null) {
            block.markWatermark();
        }
        Optional<String> version =
                Optional.ofNullable(table.temporalClause())
                        .map(
                                clause ->
                                        clause.version() != null
                                                ? positions.text(clause.version())
                                                : positions.text(clause.timestamp));
        reference(
                table.identifierReference(),
                block,
                scope,
                false,
                options(table.optionsClause()),
                version);
    }

    /** {@code TABLE t}, as a query or as the argument of a function. */
    void named(
            IdentifierReferenceContext name,
            QueryBlock block,
            CteScope scope,
            boolean tableArgument) {
        reference(name, block, scope, tableArgument, Map.of(), Optional.empty());
    }

    private void reference(
            IdentifierReferenceContext reference,
            QueryBlock block,
            CteScope scope,
            boolean tableArgument,
            Map<String, String> options,
            Optional<String> version) {
        if (reference.multipartIdentifier() != null) {
            List<String> parts = Names.parts(reference.multipartIdentifier());
            relation(parts, false, options, tableArgument, version, reference, block, scope);
            return;
        }
        Optional<String> name = Constants.evaluate(reference.expression());
        if (name.isEmpty()) {
            reportNotConstant(reference.expression());
            return;
        }
        List<String> parts = Names.split(name.get());
        relation(parts, false, options, tableArgument, version, reference, block, scope);
    }

    void stream(StreamRelationPrimaryContext stream, QueryBlock block, CteScope scope) {
        if (stream instanceof StreamTableNameContext table) {
            if (table.watermarkClause() != null) {
                block.markWatermark();
            }
            relation(
                    Names.parts(table.multipartIdentifier()),
                    true,
                    options(table.optionsClause()),
                    false,
                    Optional.empty(),
                    table.multipartIdentifier(),
                    block,
                    scope);
        } else if (stream instanceof StreamTableValuedFunctionContext function) {
            var trailing = function.tableFunctionCallWithTrailingClauses();
            if (function.watermarkClause() != null
                    || (trailing != null && trailing.watermarkClause() != null)) {
                block.markWatermark();
            }
            TableFunctionCallContext call =
                    trailing == null ? function.tableFunctionCall() : trailing.tableFunctionCall();
            if (isIdentifier(call)) {
                identifier(call, block, scope);
            } else {
                function(call, true, block);
            }
        }
    }

    void function(TableFunctionCallWithTrailingClausesContext function, QueryBlock block) {
        if (function.watermarkClause() != null) {
            block.markWatermark();
        }
        function(function.tableFunctionCall(), false, block);
    }

    private void relation(
            List<String> parts,
            boolean streaming,
            Map<String, String> options,
            boolean tableArgument,
            Optional<String> version,
            ParserRuleContext name,
            QueryBlock block,
            CteScope scope) {
        if (parts.size() == 1) {
            Optional<QueryBlock> cte = scope.find(parts.get(0));
            if (cte.isPresent()) {
                block.addSource(cte.get());
                reportStreamOfCte(streaming, parts.get(0), name);
                return;
            }
        }
        if (streaming) {
            block.addStream(positions.span(name));
        }
        boolean files = isFiles(parts);
        QueryInput input =
                new QueryInput(
                        files ? RelationKind.FILES : RelationKind.TABLE,
                        parts,
                        streaming,
                        options,
                        List.of(),
                        tableArgument,
                        version,
                        positions.span(name));
        found.add(input);
        if (input.isLive()) {
            liveNames.addRelation(name, parts);
            reportHiddenLiveName(input, scope);
        }
    }

    /** The prefix comes off, so nothing else may have the short name there. */
    private void reportHiddenLiveName(QueryInput input, CteScope scope) {
        String shortName = input.name().get(input.name().size() - 1);
        if (input.name().size() == 2 && scope.find(shortName).isPresent()) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_QUERY_SYNTAX_ERROR,
                                    input.span(),
                                    "`" + shortName + "` of WITH hides the dataset here")
                            .withHint("give `" + shortName + "` in WITH another name"));
        }
    }

    private void reportStreamOfCte(boolean streaming, String cte, ParserRuleContext name) {
        if (streaming) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_QUERY_SYNTAX_ERROR,
                                    positions.span(name),
                                    "STREAM reads a table or a function, but `"
                                            + cte
                                            + "` is defined in WITH")
                            .withHint("put STREAM in front of the table that `" + cte + "` reads"));
        }
    }

    private static boolean isFiles(List<String> parts) {
        if (parts.size() != 2 || !FORMATS.contains(parts.get(0).toLowerCase(Locale.ROOT))) {
            return false;
        }
        String path = parts.get(1);
        return path.indexOf('/') >= 0 || path.indexOf(':') >= 0 || path.indexOf('.') >= 0;
    }

    /** {@code STREAM IDENTIFIER(...)}, which Spark reads as a call of a function. */
    private boolean isIdentifier(TableFunctionCallContext call) {
        return call.funcName.IDENTIFIER_KW() != null
                && call.funcName.expression() == null
                && call.functionTableArgument().size() == 1;
    }

    private void identifier(TableFunctionCallContext call, QueryBlock block, CteScope scope) {
        Optional<String> name = Constants.evaluate(call.functionTableArgument(0));
        if (name.isEmpty()) {
            reportNotConstant(call.functionTableArgument(0));
            return;
        }
        List<String> parts = Names.split(name.get());
        liveNames.replace(call, parts);
        relation(parts, true, Map.of(), false, Optional.empty(), call, block, scope);
    }

    private void reportNotConstant(ParserRuleContext expression) {
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_NON_CONSTANT_ARGUMENT,
                                positions.span(expression),
                                "the name in IDENTIFIER")
                        .withHint("write the name as a string, or pass it as a parameter"));
    }

    private void function(TableFunctionCallContext call, boolean stream, QueryBlock block) {
        Optional<List<String>> name = functionName(call.funcName);
        if (name.isEmpty()) {
            return;
        }
        List<FunctionArgument> arguments =
                call.functionTableArgument().stream().map(this::argument).toList();
        boolean cloudFiles =
                name.get().size() == 1 && name.get().get(0).equalsIgnoreCase("cloud_files");
        boolean streaming = stream || cloudFiles;
        if (streaming) {
            block.addStream(positions.span(call.funcName));
        }
        if (cloudFiles && !stream) {
            missingStreams.add(positions.start(call));
        }
        found.add(
                new QueryInput(
                        RelationKind.FUNCTION,
                        name.get(),
                        streaming,
                        Map.of(),
                        arguments,
                        false,
                        Optional.empty(),
                        positions.span(call.funcName)));
    }

    private Optional<List<String>> functionName(FunctionNameContext name) {
        if (name.qualifiedName() != null) {
            return Optional.of(Names.parts(name.qualifiedName()));
        }
        if (name.expression() == null) {
            return Optional.of(List.of(name.getText()));
        }
        Optional<String> value = Constants.evaluate(name.expression());
        if (value.isEmpty()) {
            reportNotConstant(name.expression());
        }
        return value.map(Names::split);
    }

    private FunctionArgument argument(FunctionTableArgumentContext argument) {
        if (argument.functionArgument() == null) {
            var reference = argument.functionTableReferenceArgument();
            var named = reference.functionTableNamedArgumentExpression();
            Optional<String> name = Optional.ofNullable(named).map(table -> Names.name(table.key));
            SourceSpan span = positions.span(named == null ? reference : named.table);
            return new FunctionArgument(name, Optional.empty(), Map.of(), span);
        }
        NamedArgumentExpressionContext named =
                argument.functionArgument().namedArgumentExpression();
        ParserRuleContext value =
                named == null ? argument.functionArgument().expression() : named.value;
        return new FunctionArgument(
                Optional.ofNullable(named).map(one -> Names.name(one.key)),
                Constants.evaluate(value),
                Constants.map(value),
                positions.span(value));
    }

    private static Map<String, String> options(OptionsClauseContext clause) {
        if (clause == null) {
            return Map.of();
        }
        Map<String, String> result = new LinkedHashMap<>();
        for (PropertyContext property : clause.propertyList().property()) {
            if (property instanceof PropertyWithKeyAndEqualsContext pair) {
                result.put(key(pair.key), value(pair.value));
            } else if (property instanceof PropertyWithKeyNoEqualsContext pair) {
                String key =
                        pair.key.propertyKey() == null
                                ? Constants.unescape(pair.key.singleStringLit().getText())
                                : key(pair.key.propertyKey().getText());
                result.put(key, pair.value == null ? "true" : value(pair.value));
            }
        }
        return result;
    }

    private static String key(PropertyKeyOrStringLitContext key) {
        return key.stringLit() == null
                ? key(key.propertyKey().getText())
                : Constants.string(key.stringLit());
    }

    private static String key(String text) {
        return String.join(".", Names.split(text));
    }

    private static String value(PropertyValueContext value) {
        return value.stringLit() == null
                ? value.getText().toLowerCase(Locale.ROOT)
                : Constants.string(value.stringLit());
    }
}
