/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.statement;

import io.millrace.compiler.ParameterValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;

/** Tells which texts are statements of ours. */
public interface StatementSource {

    /**
     * The statement that a text is; empty when the text is for Spark. Has no side effects: clients
     * may have a text parsed more than once.
     *
     * @throws StatementException when the text is ours and wrong
     */
    Optional<SessionStatement> find(SparkSession session, String text, Arguments arguments);

    /**
     * What stands for the parameters in a text.
     *
     * @param named the values of {@code :name}
     * @param positional SQL literals, one for each {@code ?}
     */
    record Arguments(Map<String, ParameterValue> named, List<String> positional) {

        public static final Arguments NONE = new Arguments(Map.of(), List.of());

        public Arguments {
            named = Map.copyOf(named);
            positional = List.copyOf(positional);
        }
    }
}
