/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.spark.secret.Secrets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.SparkSession;

/**
 * Puts the values of secrets into the options of sources. Paths stand as they are: they are written
 * into checkpoints.
 */
final class OptionSecrets {

    private static final String PATH = "path";

    private OptionSecrets() {}

    static Map<String, String> resolve(SparkSession session, Map<String, String> options) {
        return Secrets.areIn(options) ? Secrets.of(session).resolve(options) : options;
    }

    /** The arguments of a function that have names. */
    static Map<String, Object> resolveNamed(SparkSession session, Map<String, Object> arguments) {
        Map<String, Object> result = new LinkedHashMap<>();
        arguments.forEach(
                (name, value) ->
                        result.put(
                                name, name.equalsIgnoreCase(PATH) ? value : value(session, value)));
        return result;
    }

    /** Those without: only maps of options among them. */
    static List<Object> resolve(SparkSession session, List<Object> arguments) {
        List<Object> result = new ArrayList<>();
        arguments.forEach(
                argument ->
                        result.add(
                                argument instanceof Map<?, ?>
                                        ? value(session, argument)
                                        : argument));
        return result;
    }

    private static Object value(SparkSession session, Object value) {
        if (value instanceof String text) {
            return Secrets.of(session).resolve(text);
        }
        if (value instanceof Map<?, ?> map) {
            Map<Object, Object> result = new LinkedHashMap<>();
            map.forEach((key, element) -> result.put(key, value(session, element)));
            return result;
        }
        return value;
    }
}
