/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.source.SourceSpan;
import io.millrace.compiler.token.SqlScanner;
import io.millrace.compiler.token.SqlToken;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * SQL that stands in the files of projects but belongs elsewhere.
 *
 * @param words with which it starts
 * @param what it does
 * @param where it belongs
 */
record ForeignStatement(String words, String what, String where) {

    private static final int LONGEST = 5;

    private static final String CATALOG =
            "do it once where the catalog is looked after, before the pipeline runs";
    private static final String RIGHTS =
            "rights belong to the catalog: give them there, open Spark has none";
    private static final String UPKEEP = "run it beside the pipeline, on a schedule of its own";
    private static final String DEFINITION = "change the statement that defines the dataset";
    private static final String FLOW =
            "write rows with a flow: CREATE FLOW name AS INSERT INTO t BY NAME SELECT ...";
    private static final String PARAMETER =
            "use SET key = value and ${key}, or a parameter :name of the run";
    private static final String SESSION = "leave it out: a run has a session of its own";

    /** Longer beginnings stand in front of those that they start with. */
    private static final List<ForeignStatement> ALL =
            List.of(
                    of("CREATE POLICY", "protects rows or columns of a catalog", RIGHTS),
                    of("CREATE OR REPLACE POLICY", "protects rows or columns of a catalog", RIGHTS),
                    of("DROP POLICY", "changes the protection of a catalog", RIGHTS),
                    of("GRANT", "gives rights", RIGHTS),
                    of("REVOKE", "takes rights away", RIGHTS),
                    of("DENY", "takes rights away", RIGHTS),
                    of(
                            "COPY INTO",
                            "loads files into a table once",
                            "CREATE STREAMING TABLE t AS SELECT * FROM STREAM read_files('path',"
                                    + " format => '...') loads each file once"),
                    of(
                            "MERGE",
                            "changes rows by keys",
                            "CREATE FLOW name AS AUTO CDC INTO t FROM STREAM s KEYS (id) SEQUENCE"
                                    + " BY n"),
                    of("OPTIMIZE", "lays the files of a table out anew", UPKEEP),
                    of("VACUUM", "removes files that no version of a table needs", UPKEEP),
                    of("REORG", "writes the files of a table anew", UPKEEP),
                    of("ANALYZE", "computes statistics of a table", UPKEEP),
                    of("FSCK", "repairs a table", UPKEEP),
                    of("MSCK", "repairs a table", UPKEEP),
                    of(
                            "COMMENT ON",
                            "describes an object of the catalog",
                            DEFINITION + ": COMMENT"),
                    of("ALTER TABLE", "changes a table", DEFINITION),
                    of("ALTER VIEW", "changes a view", DEFINITION),
                    of("CREATE SCHEMA", "sets a catalog up", CATALOG),
                    of("CREATE DATABASE", "sets a catalog up", CATALOG),
                    of("CREATE CATALOG", "sets a catalog up", CATALOG),
                    of("CREATE VOLUME", "sets a catalog up", CATALOG),
                    of("CREATE EXTERNAL", "sets a catalog up", CATALOG),
                    of("CREATE CONNECTION", "sets a catalog up", CATALOG),
                    of("CREATE SHARE", "sets a catalog up", CATALOG),
                    of("DROP SCHEMA", "takes a catalog apart", CATALOG),
                    of("DROP DATABASE", "takes a catalog apart", CATALOG),
                    of("DROP CATALOG", "takes a catalog apart", CATALOG),
                    of("DROP VOLUME", "takes a catalog apart", CATALOG),
                    of(
                            "CREATE TEMPORARY TABLE",
                            "makes a table of a session",
                            "write CREATE TEMPORARY VIEW, or CREATE PRIVATE MATERIALIZED VIEW"),
                    of(
                            "CREATE TEMP TABLE",
                            "makes a table of a session",
                            "write CREATE TEMPORARY VIEW, or CREATE PRIVATE MATERIALIZED VIEW"),
                    of("DECLARE", "makes a variable of a session", PARAMETER),
                    of("SET VAR", "sets a variable of a session", PARAMETER),
                    of("SET VARIABLE", "sets a variable of a session", PARAMETER),
                    of(
                            "SET TIME ZONE",
                            "sets the time zone of a session",
                            "write SET spark.sql.session.timeZone = Europe/Berlin"),
                    of("CACHE", "keeps a table in memory", SESSION),
                    of("UNCACHE", "frees memory", SESSION),
                    of("CLEAR CACHE", "frees memory", SESSION),
                    of("RESET", "sets a session back", SESSION),
                    of(
                            "DESCRIBE",
                            "looks at the catalog",
                            "leave it out, or run it with millrace query"),
                    of(
                            "DESC",
                            "looks at the catalog",
                            "leave it out, or run it with millrace query"),
                    of(
                            "SHOW",
                            "looks at the catalog",
                            "leave it out, or run it with millrace query"),
                    of("INSERT", "changes rows", FLOW),
                    of("DELETE", "changes rows", FLOW),
                    of("UPDATE", "changes rows", FLOW),
                    of("TRUNCATE", "removes all rows", "use `millrace run PATH --full-refresh t`"));

    private static ForeignStatement of(String words, String what, String where) {
        return new ForeignStatement(words, what, where);
    }

    /** What is known of the statement at a span. */
    static Optional<ForeignStatement> at(SourceSpan span) {
        StringBuilder start = new StringBuilder();
        SqlScanner.scan(span.text()).stream()
                .limit(LONGEST)
                .map(SqlToken::slice)
                .forEach(word -> start.append(word.toUpperCase(Locale.ROOT)).append(' '));
        return ALL.stream()
                .filter(known -> start.toString().startsWith(known.words() + " "))
                .findFirst();
    }

    /** The whole sentence. */
    String message() {
        return words + " " + what + "; the files of a pipeline only define datasets";
    }
}
