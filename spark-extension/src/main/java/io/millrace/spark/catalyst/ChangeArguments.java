/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.spark.RunErrorCode;
import io.millrace.spark.function.TableFunctionException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.spark.sql.catalyst.parser.ParseException;
import org.apache.spark.sql.classic.SparkSession;

/**
 * {@code table_changes('t', from [, to])}: the name of a table, and the options under which it is
 * read as a feed of its changes.
 */
record ChangeArguments(List<String> table, Map<String, String> options) {

    static final String FUNCTION = "table_changes";

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);

    static ChangeArguments of(SparkSession session, FunctionArguments given, boolean streaming) {
        List<Object> values = given.positional();
        if (!given.named().isEmpty() || values.size() < 2 || values.size() > 3) {
            throw wrong("takes a table, where to begin, and perhaps where to end");
        }
        if (!(values.get(0) instanceof String name)) {
            throw wrong("takes the name of the table as a text");
        }
        if (streaming && values.size() > 2) {
            throw wrong("read as a stream has no end: leave out the last argument");
        }
        Map<String, String> options = new LinkedHashMap<>();
        options.put("readChangeFeed", "true");
        put(session, options, "starting", values.get(1));
        if (values.size() > 2) {
            put(session, options, "ending", values.get(2));
        }
        return new ChangeArguments(parse(session, name), options);
    }

    private static List<String> parse(SparkSession session, String name) {
        try {
            return List.copyOf(
                    ScalaInterop.list(
                            session.sessionState().sqlParser().parseMultipartIdentifier(name)));
        } catch (ParseException e) {
            throw wrong("cannot read `%s` as the name of a table".formatted(name));
        }
    }

    private static void put(
            SparkSession session, Map<String, String> options, String which, Object value) {
        if (value instanceof Number number) {
            if (number.longValue() < 0 || number.doubleValue() != number.longValue()) {
                throw wrong("takes versions from 0 on, not " + number);
            }
            options.put(which + "Version", String.valueOf(number.longValue()));
        } else if (value == null) {
            throw wrong("takes a version or a time, not NULL");
        } else {
            options.put(which + "Timestamp", time(session, value));
        }
    }

    /** As Delta reads it: in the zone of the session. */
    private static String time(SparkSession session, Object value) {
        Instant instant =
                value instanceof Timestamp timestamp
                        ? timestamp.toInstant()
                        : value instanceof Instant point ? point : null;
        if (instant == null) {
            return String.valueOf(value);
        }
        String zone = session.conf().get("spark.sql.session.timeZone");
        return TIME.format(instant.atZone(ZoneId.of(zone, ZoneId.SHORT_IDS)));
    }

    private static TableFunctionException wrong(String what) {
        return new TableFunctionException(
                RunErrorCode.MILLRACE_TABLE_CHANGES_ARGUMENT.name(),
                "`%s` %s: table_changes('orders', 1)".formatted(FUNCTION, what));
    }
}
