/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.parameter;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.ParameterValue;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.LineMap.Position;
import io.millrace.compiler.source.SourceFile;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterSubstitutionTest {

    private final Map<String, String> configuration = new LinkedHashMap<>();
    private final Map<String, ParameterValue> parameters = new LinkedHashMap<>();
    private final Diagnostics diagnostics = new Diagnostics();

    private SourceFile apply(String text) {
        return ParameterSubstitution.apply(
                SourceFile.of("a.sql", text), configuration, parameters, diagnostics);
    }

    private String text(String text) {
        return apply(text).text();
    }

    private List<Diagnostic> problems() {
        return diagnostics.inSourceOrder();
    }

    @Test
    void replacesAKeyInTextStringsAndBackTicks() {
        configuration.put("env", "dev");
        assertThat(text("SELECT '${env}', \"${env}/x\" FROM ${env}_orders, `${env}`.t"))
                .isEqualTo("SELECT 'dev', \"dev/x\" FROM dev_orders, `dev`.t");
        assertThat(problems()).isEmpty();
    }

    @Test
    void leavesCommentsAndDollarTextAlone() {
        configuration.put("k", "v");
        String sql = "-- ${k} ${gone} :p\n/* ${gone} /* :p */ */ SELECT $$ ${gone} :p $$";
        assertThat(text(sql)).isEqualTo(sql);
        assertThat(problems()).isEmpty();
    }

    @Test
    void aValueHoldsWhatLooksLikeAReference() {
        parameters.put("p", ParameterValue.string("a ${env:HOME} $x {y} ${}"));
        assertThat(text("SELECT :p"))
                .as("Spark replaces no ${...} in it, wherever the text is read")
                .isEqualTo("SELECT 'a $\\u007benv:HOME} $x {y} $\\u007b}'");
        assertThat(problems()).isEmpty();
    }

    @Test
    void replacesInsideHints() {
        configuration.put("n", "8");
        assertThat(text("SELECT /*+ REPARTITION(${n}) */ 1"))
                .isEqualTo("SELECT /*+ REPARTITION(8) */ 1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${spark:k}",
                "${conf:k}",
                "${hivevar:k}",
                "${hiveconf:k}",
                "${sparkconf:k}"
            })
    void takesSparksPrefixes(String reference) {
        configuration.put("k", "v");
        assertThat(text(reference)).isEqualTo("v");
    }

    @Test
    void escapesAValueForTheQuotesAroundIt() {
        configuration.put("name", "O'Brien \"x\" \\ `y`");
        assertThat(text("'${name}'")).isEqualTo("'O\\'Brien \"x\" \\\\ `y`'");
        assertThat(text("\"${name}\"")).isEqualTo("\"O'Brien \\\"x\\\" \\\\ `y`\"");
        assertThat(text("`${name}`")).isEqualTo("`O'Brien \"x\" \\ ``y```");
    }

    @Test
    void cannotPutAQuoteIntoARawString() {
        configuration.put("q", "it's");
        configuration.put("p", "a\\d");
        assertThat(text("r'${p}'")).isEqualTo("r'a\\d'");
        assertThat(text("SELECT r'${q}'")).isEqualTo("SELECT r'${q}'");
        assertThat(problems())
                .singleElement()
                .satisfies(
                        problem -> {
                            assertThat(problem.code())
                                    .isEqualTo(ErrorCode.MILLRACE_INVALID_PARAMETER_VALUE);
                            assertThat(problem.span().orElseThrow().text()).isEqualTo("${q}");
                        });
    }

    @Test
    void setActsOnWhatFollowsInTheSameFile() {
        configuration.put("start", "1999");
        assertThat(
                        text(
                                "SELECT ${start}; SET start = 2024-01-01; SELECT '${start}';"
                                        + " set `my.end`='x'; SELECT ${my.end}"))
                .isEqualTo(
                        "SELECT 1999; SET start = 2024-01-01; SELECT '2024-01-01';"
                                + " set `my.end`='x'; SELECT 'x'");
    }

    @Test
    void setTakesEarlierValuesButNoParameters() {
        parameters.put("p", ParameterValue.string("x"));
        assertThat(text("SET a = 1; SET b = ${a}2 :p; SELECT ${b}; SET c=; SELECT [${c}]"))
                .isEqualTo("SET a = 1; SET b = 12 :p; SELECT 12 :p; SET c=; SELECT []");
    }

    @Test
    void otherSetStatementsArePassedOver() {
        configuration.put("c", "lake");
        assertThat(text("SET TIME ZONE 'UTC'; SET CATALOG ${c}; SET -v"))
                .isEqualTo("SET TIME ZONE 'UTC'; SET CATALOG lake; SET -v");
    }

    @Test
    void resolvesReferencesInValues() {
        configuration.put("root", "/data");
        configuration.put("raw", "${root}/raw");
        configuration.put("orders", "${raw}/orders ${not a key}");
        assertThat(text("'${orders}'")).isEqualTo("'/data/raw/orders ${not a key}'");
    }

    @Test
    void reportsValuesThatReferToThemselves() {
        configuration.put("a", "${b}");
        configuration.put("b", "x${a}");
        apply("SELECT ${a}");
        assertThat(problems())
                .singleElement()
                .satisfies(
                        problem -> {
                            assertThat(problem.code())
                                    .isEqualTo(ErrorCode.MILLRACE_PARAMETER_CYCLE);
                            assertThat(problem.message())
                                    .isEqualTo("the value of `a` refers to itself: a -> b -> a");
                        });
    }

    @Test
    void stopsValuesThatGrowWithoutEnd() {
        configuration.put("k0", "x".repeat(100));
        for (int i = 1; i < 40; i++) {
            configuration.put("k" + i, "${k" + (i - 1) + "}${k" + (i - 1) + "}");
        }
        apply("SELECT '${k39}'");
        assertThat(problems()).hasSize(1);
    }

    @Test
    void reportsUnknownKeysWithTheNearestName() {
        configuration.put("landing_path", "/l");
        SourceFile file = apply("SELECT 1,\n  '${landing_pth}' FROM ${catalog}.t");
        assertThat(file.text()).isEqualTo("SELECT 1,\n  '${landing_pth}' FROM catalog.t");
        assertThat(problems()).hasSize(2);
        Diagnostic first = problems().get(0);
        assertThat(first.code()).isEqualTo(ErrorCode.MILLRACE_UNKNOWN_CONFIGURATION_KEY);
        assertThat(first.message()).isEqualTo("no value for the configuration key `landing_pth`");
        assertThat(first.hint())
                .contains("did you mean ${landing_path}? Or pass it with --set landing_pth=value");
        assertThat(first.span().orElseThrow().startPosition()).isEqualTo(new Position(2, 4));
        assertThat(problems().get(1).hint())
                .contains(
                        "pass it with --set catalog=value, or put it under configuration in"
                                + " spark-pipeline.yml");
    }

    @Test
    void saysWhichValueRefersToAnUnknownKey() {
        configuration.put("a", "${b}");
        apply("SELECT ${a}");
        assertThat(problems())
                .singleElement()
                .satisfies(
                        problem -> {
                            assertThat(problem.message())
                                    .isEqualTo("no value for the configuration key `b`");
                            assertThat(problem.label()).contains("its value refers to `b`");
                        });
    }

    @Test
    void parametersBecomeTypedLiterals() {
        parameters.put("s", ParameterValue.string("it's a \\ b"));
        parameters.put("n", new ParameterValue("12.5", ParameterValue.Type.NUMBER));
        parameters.put("m", new ParameterValue("-3", ParameterValue.Type.NUMBER));
        parameters.put("b", new ParameterValue("TRUE", ParameterValue.Type.BOOLEAN));
        parameters.put("odd", new ParameterValue("1; DROP", ParameterValue.Type.NUMBER));
        assertThat(text("x = :s AND n > :n AND m = 1 -:m AND b = :b AND o = :odd"))
                .isEqualTo(
                        "x = 'it\\'s a \\\\ b' AND n > 12.5 AND m = 1 -(-3) AND b = true AND o ="
                                + " '1; DROP'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT * FROM :t | SELECT * FROM `x`",
                "SELECT * FROM a JOIN :t | SELECT * FROM a JOIN `x`",
                "SELECT * FROM STREAM :t | SELECT * FROM STREAM `x`",
                "SELECT * FROM STREAM(:t) | SELECT * FROM STREAM(`x`)",
                "SELECT * FROM :t.sales.b | SELECT * FROM `x`.sales.b",
                "SELECT * FROM main.:t.b | SELECT * FROM main.`x`.b",
                "SELECT * FROM :t.:t.b | SELECT * FROM `x`.`x`.b",
                "USE CATALOG :t | USE CATALOG `x`",
                "USE SCHEMA :t | USE SCHEMA `x`",
                "USE :t | USE `x`",
                "INSERT INTO :t SELECT 1 | INSERT INTO `x` SELECT 1",
                "SELECT * FROM IDENTIFIER(:t) | SELECT * FROM IDENTIFIER('x')",
                "USE SCHEMA IDENTIFIER(:t) | USE SCHEMA IDENTIFIER('x')",
                "SELECT a IS DISTINCT FROM :t | SELECT a IS DISTINCT FROM 'x'",
                "SELECT trim(BOTH 'a' FROM :t) | SELECT trim(BOTH 'a' FROM 'x')",
                "SELECT extract(YEAR FROM :t) | SELECT extract(YEAR FROM 'x')",
                "SELECT f(a, (SELECT 1 FROM :t)) | SELECT f(a, (SELECT 1 FROM `x`))",
                "WHERE region = :t | WHERE region = 'x'",
            })
    void namesAreBackTickedWhereRelationsStand(String sql, String expected) {
        parameters.put("t", ParameterValue.string("x"));
        assertThat(text(sql)).isEqualTo(expected);
        assertThat(problems()).isEmpty();
    }

    @Test
    void aNameOfSeveralPartsIsSplit() {
        parameters.put("t", ParameterValue.string("main.`a.b`.orders"));
        assertThat(text("FROM :t")).isEqualTo("FROM `main`.`a.b`.`orders`");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT v:id::bigint, v:a.b FROM t",
                "SELECT f(x):id, a[0]:id, `v`:id, 'x':id FROM t",
                "SELECT ':id', \":id\" FROM `:id`",
                "SELECT 10:30, STRUCT<a: INT>",
                "SELECT x ::id"
            })
    void pathsAndCastsAreNoParameters(String sql) {
        assertThat(text(sql)).isEqualTo(sql);
        assertThat(problems()).isEmpty();
    }

    @Test
    void takesTheLongestKnownNameWithDotsAndHyphens() {
        parameters.put("start-date", ParameterValue.string("2024"));
        parameters.put("a", new ParameterValue("1", ParameterValue.Type.NUMBER));
        parameters.put("a.b", new ParameterValue("2", ParameterValue.Type.NUMBER));
        assertThat(text("d > :start-date AND x = :a-1 AND y = :a.b"))
                .isEqualTo("d > '2024' AND x = 1-1 AND y = 2");
    }

    @Test
    void reportsUnknownParametersAndGoesOn() {
        parameters.put("region", ParameterValue.string("eu"));
        SourceFile file = apply("SELECT :regoin, :region FROM :src");
        assertThat(file.text()).isEqualTo("SELECT NULL, 'eu' FROM `src`");
        assertThat(problems())
                .extracting(Diagnostic::code)
                .containsOnly(ErrorCode.MILLRACE_UNKNOWN_PARAMETER);
        assertThat(problems().get(0).message()).isEqualTo("no value for the parameter `regoin`");
        assertThat(problems().get(0).hint())
                .contains("did you mean :region? Or pass it with --param regoin=value");
        assertThat(problems().get(1).span().orElseThrow().startPosition())
                .isEqualTo(new Position(1, 30));
    }

    @Test
    void positionsLeadBackToTheFileAsWritten() {
        configuration.put("v", "a much longer value\nwith a line break");
        configuration.put("w", "");
        SourceFile file = apply("-- 😀\r\nSELECT '${v}', '${w}' x,\r\n  y FROM t");
        int y = file.text().indexOf("y FROM");
        assertThat(file.position(y)).isEqualTo(new Position(3, 3));
        int x = file.text().indexOf("x,");
        assertThat(file.position(x)).isEqualTo(new Position(2, 23));
        int inside = file.text().indexOf("with a line");
        assertThat(file.position(inside)).isEqualTo(new Position(2, 9));
        assertThat(file.original()).contains("${v}");
    }

    @Test
    void aFileWithoutReferencesIsTheSameFile() {
        SourceFile file = SourceFile.of("a.sql", "SELECT v:x::int");
        assertThat(ParameterSubstitution.apply(file, configuration, parameters, diagnostics))
                .isSameAs(file);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${",
                "${}",
                "$",
                ":",
                "::",
                ": ",
                "'${x",
                "`${x",
                "/* ${x}",
                "$$ ${x}",
                "SET",
                "SET =",
                "SET x",
                "SET x =",
                "r'",
                "r'${x",
                "\"\\",
                "😀${x}:y",
                "1e",
                "1.e5",
                ":1",
                "${a b}",
                "'\\${x}'"
            })
    void anyTextIsTaken(String sql) {
        apply(sql);
        assertThat(problems()).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void idiomFortyReadsAsMeant() {
        configuration.put("cat", "lake");
        configuration.put("sch", "sales");
        parameters.put("sch", ParameterValue.string("sales"));
        parameters.put("region", ParameterValue.string("eu"));
        assertThat(
                        text(
                                "SET pipelines.trigger.interval = 30 seconds;   SET my.start ="
                                        + " 2024-01-01;   USE CATALOG ${cat};   USE SCHEMA"
                                        + " IDENTIFIER(:sch);\n"
                                        + "CREATE OR REFRESH MATERIALIZED VIEW m40 AS SELECT * FROM"
                                        + " ${cat}.${sch}.t WHERE d >= '${my.start}' AND region ="
                                        + " :region;"))
                .endsWith(
                        "USE CATALOG lake;   USE SCHEMA IDENTIFIER('sales');\n"
                                + "CREATE OR REFRESH MATERIALIZED VIEW m40 AS SELECT * FROM"
                                + " lake.sales.t WHERE d >= '2024-01-01' AND region = 'eu';");
        assertThat(problems()).isEmpty();
    }
}
