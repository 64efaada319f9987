/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.sink;

import io.millrace.compiler.graph.SinkSpec;
import io.millrace.compiler.sink.SinkOptions;
import io.millrace.spark.files.BasePath;
import io.millrace.spark.secret.Secrets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.spark.sql.SparkSession;

/** The options of a sink as its data source gets them: secrets looked up, paths absolute. */
final class SinkOptionValues {

    private SinkOptionValues() {}

    static Map<String, String> of(SparkSession session, SinkSpec sink) {
        return of(session, sink, name -> true);
    }

    /**
     * @param secret which options may hold a secret; the others stand as they are
     */
    static Map<String, String> of(SparkSession session, SinkSpec sink, Predicate<String> secret) {
        Map<String, String> values = new LinkedHashMap<>();
        Secrets secrets = Secrets.of(session);
        sink.options()
                .forEach(
                        (name, value) -> {
                            if (SinkOptions.isOwn(name)) {
                                return;
                            }
                            String known = secret.test(name) ? secrets.resolve(value) : value;
                            values.put(
                                    name,
                                    name.equalsIgnoreCase(SinkOptions.PATH)
                                            ? BasePath.resolve(known, session)
                                            : known);
                        });
        return values;
    }
}
