/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.function;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.graph.DatasetName;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentMap;
import org.apache.spark.sql.SparkSession;

/**
 * One call of a table function in a query, its arguments evaluated.
 *
 * <p>Values are plain Java: {@code String}, {@code Boolean}, boxed numbers, {@code
 * java.math.BigDecimal}, {@code java.time.Instant}, {@code LocalDate} and the like, {@code List},
 * {@code Map}, or {@code null} for NULL.
 *
 * @param session the session of the flow, with the flow's settings
 * @param target the dataset that the query writes
 * @param flow the name of the flow
 * @param streaming whether the rows are read as a stream
 * @param positional the arguments without a name, in order
 * @param named the arguments with a name, in order, names as written
 * @param options those of {@code WITH (...)} behind the call, names as written
 * @param stateFolder where this call may keep what must stay the same from update to update, such
 *     as an inferred schema: a Hadoop URI of a folder that may not exist yet, of its own for each
 *     call in a query and each generation of the target; empty where nothing may be kept, such as
 *     for queries outside a pipeline
 * @param mayWrite whether something may be written to the state folder now; false in a dry run,
 *     where what is kept is only read
 * @param memo shared by all calls of one update: for what is costly and stays the same in it; keys
 *     begin with the function's name
 */
public record TableFunctionCall(
        SparkSession session,
        DatasetName target,
        String flow,
        boolean streaming,
        List<Object> positional,
        Map<String, Object> named,
        Map<String, String> options,
        Optional<String> stateFolder,
        boolean mayWrite,
        ConcurrentMap<String, Object> memo) {

    /** The argument {@code TABLE(t)}: the name as written, in parts. */
    public record TableArgument(List<String> name) {

        public TableArgument {
            name = List.copyOf(name);
        }
    }

    public TableFunctionCall {
        requireNonNull(session, "session");
        requireNonNull(target, "target");
        requireNonNull(flow, "flow");
        requireNonNull(stateFolder, "stateFolder");
        requireNonNull(memo, "memo");
        // Not the copies of List and Map: an argument may be NULL.
        positional = Collections.unmodifiableList(new ArrayList<>(positional));
        named = Collections.unmodifiableMap(new LinkedHashMap<>(named));
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }
}
