/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.statement;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.parser.ParserInterface;

/** The parsers of a session, from the one that is asked first. */
public final class ParserStack {

    private static final int MOST = 20;

    private ParserStack() {}

    /**
     * The names of their classes. The list ends where a parser does not tell which one is behind
     * it.
     */
    public static List<String> of(SparkSession session) {
        List<String> names = new ArrayList<>();
        Optional<ParserInterface> parser =
                Optional.of(
                        ((org.apache.spark.sql.classic.SparkSession) session)
                                .sessionState()
                                .sqlParser());
        while (parser.isPresent() && names.size() < MOST) {
            names.add(parser.get().getClass().getName());
            parser = behind(parser.get());
        }
        return names;
    }

    private static Optional<ParserInterface> behind(ParserInterface parser) {
        if (parser instanceof StatementParser ours) {
            return Optional.of(ours.delegate());
        }
        for (Field field : parser.getClass().getDeclaredFields()) {
            if (ParserInterface.class.isAssignableFrom(field.getType())) {
                try {
                    field.setAccessible(true);
                    return Optional.ofNullable((ParserInterface) field.get(parser));
                } catch (ReflectiveOperationException | RuntimeException e) {
                    // It keeps it to itself.
                    return Optional.empty();
                }
            }
        }
        return Optional.empty();
    }
}
