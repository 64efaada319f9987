/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.spark.SharedSparkSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;

/** Runs the statements of {@code docs/reference/session.md}, one by one as the page has them. */
class SessionPageTest {

    private static final Path PAGE = Path.of("..", "docs", "reference", "session.md");
    private static final Pattern BLOCK =
            Pattern.compile("^```sql session\\n(.*?)^```", Pattern.MULTILINE | Pattern.DOTALL);

    @Test
    void eachStatementOfThePageRuns() throws Exception {
        SparkSession session = SharedSparkSession.get().newSession();
        session.sql("CREATE SCHEMA page");
        session.sql("USE page");
        List<String> statements = new ArrayList<>();
        Matcher block = BLOCK.matcher(Files.readString(PAGE));
        while (block.find()) {
            statements.addAll(List.of(block.group(1).split(";\\s*\\n")));
        }
        assertThat(statements).hasSizeGreaterThan(15);
        for (String statement : statements) {
            assertThat(session.sql(statement).collectAsList()).as(statement).isNotNull();
        }
        assertThat(session.sql("SELECT * FROM pages").count()).isEqualTo(2);
    }
}
