/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The query bodies of the forms that public pipelines use. */
class IdiomQueryTest {

    @ParameterizedTest
    @CsvSource(
            delimiterString = "-->",
            quoteCharacter = '#',
            value = {
                "SELECT *, current_timestamp() AS ingested_at, _metadata.file_path AS src FROM STREAM"
                        + " read_files(\"/l/orders\", format => \"json\", inferColumnTypes => true)"
                        + " --> stream read_files()",
                "SELECT * FROM STREAM read_files('/l/*/c_*.csv', format => 'csv', header => true, sep"
                        + " => ';', schemaHints => 'id BIGINT, amt DECIMAL(10,2)', mode =>"
                        + " 'PERMISSIVE') --> stream read_files()",
                "select * except (_rescued_data) from stream (bronze_orders) b where b.amount is not"
                        + " null --> stream bronze_orders",
                "SELECT * FROM STREAM main.raw.events --> stream main.raw.events",
                "SELECT o.*, c.name FROM STREAM(silver_orders) o LEFT JOIN customers c ON o.cust ="
                        + " c.id --> stream silver_orders customers",
                "SELECT date(order_ts) AS d, sum(amount) AS total, count(*) AS n FROM silver_orders"
                        + " GROUP BY ALL --> silver_orders",
                "SELECT * FROM prices QUALIFY row_number() OVER (PARTITION BY sym ORDER BY ts DESC) ="
                        + " 1 --> prices",
                "WITH a AS (SELECT * FROM t1), b AS (SELECT * FROM t2) SELECT id, x FROM a LATERAL"
                        + " VIEW explode(items) e AS x UNION ALL SELECT id, NULL FROM b --> t1 t2",
                "SELECT * FROM STREAM(bronze_orders) WHERE kind = \"A\" --> stream bronze_orders",
                "SELECT date(ts), sum(v) FROM t GROUP BY 1 --> t",
                "SELECT *, 'us' AS region FROM STREAM orders_us --> stream orders_us",
                "SELECT * FROM read_files('/l/year=2024/*', format => 'json') --> read_files()",
                "SELECT *, _commit_timestamp AS ts FROM STREAM src WITH (readChangeFeed = true) WHERE"
                        + " _change_type <> 'update_preimage' --> stream src",
                "FROM STREAM(raw) |> SELECT *, parse_json(value_str) AS v |> SELECT v:id::bigint AS"
                        + " id, v:email::string AS email, offset --> stream raw",
                "SELECT * FROM LIVE.l30 --> LIVE.l30",
                "SELECT * FROM STREAM(live.l30) --> stream live.l30",
                "SELECT * FROM cloud_files(\"/d/o\", \"json\", map(\"cloudFiles.inferColumnTypes\","
                        + " \"true\", \"cloudfiles.schemaHints\", \"a int\"))"
                        + " --> stream cloud_files()",
                "SELECT * FROM read_files(\"/l/z\", \"csv\") --> read_files()",
                "SELECT key::string AS k, value::string:type AS typ, timestamp, offset FROM STREAM"
                        + " read_kafka(bootstrapServers => 'h:9092', subscribe => 't',"
                        + " startingOffsets => 'earliest', `kafka.security.protocol` =>"
                        + " 'SASL_SSL') --> stream read_kafka()",
                "SELECT from_json(raw, 'id INT, tags ARRAY<STRING>') AS d, * EXCEPT (raw) FROM STREAM"
                        + " k34 --> stream k34",
                "SELECT * FROM STREAM main.gdpr.users WITH (SKIPCHANGECOMMITS, STARTINGVERSION = 5)"
                        + " --> stream main.gdpr.users",
                "SELECT window(ts, '5 minutes') AS w, dev, avg(v) AS v FROM STREAM(readings)"
                        + " WATERMARK ts DELAY OF INTERVAL 10 MINUTES GROUP BY window(ts, '5"
                        + " minutes'), dev --> stream readings",
                "SELECT i.u, c.t FROM STREAM (imp) WATERMARK it DELAY OF INTERVAL 3 MINUTES i INNER"
                        + " JOIN STREAM (clk) WATERMARK ct DELAY OF INTERVAL 3 MINUTES AS c ON i.u ="
                        + " c.u AND c.ct BETWEEN i.it AND i.it + INTERVAL 3 MINUTES"
                        + " --> stream imp stream clk",
                "SELECT *, NOT (a IS NOT NULL AND b > 0) AS is_bad FROM STREAM(v14) --> stream v14",
                "SELECT * FROM lake.sales.t WHERE d >= '2024-01-01' AND region = 'eu'"
                        + " --> lake.sales.t",
                "SELECT f.d, f.id, p.name FROM fct f JOIN prod p ON f.pid = p.id --> fct prod",
                "SELECT * FROM STREAM(payments) --> stream payments",
                "SELECT id, bucket FROM STREAM read_files('/l/e', format => 'json')"
                        + " --> stream read_files()",
                "SELECT * FROM event_log(TABLE(main.s.t)) --> event_log() main.s.t",
                "SELECT details:flow_progress.metrics.num_output_rows FROM el WHERE event_type ="
                        + " 'flow_progress' --> el",
                "SELECT * FROM STREAM users WITH (readChangeFeed = true) --> stream users",
                "SELECT * FROM users_hist WHERE __END_AT IS NULL --> users_hist",
                "SELECT offset, timestamp, value::string AS msg FROM STREAM"
                        + " read_kafka(bootstrapServers => 'h:9092', subscribe => 't')"
                        + " --> stream read_kafka()",
                "SELECT * FROM STREAM(`odd name`) --> stream odd name",
            })
    void readsTheIdiom(String sql, String expected) {
        assertThat(String.join(" ", QueryTexts.inputs(sql))).isEqualTo(expected);
    }
}
