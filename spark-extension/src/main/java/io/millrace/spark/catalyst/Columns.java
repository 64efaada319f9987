/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.compiler.token.Quoted;
import java.util.Arrays;
import java.util.Collection;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.functions;

/** Columns by their names as a schema has them; a dot in one is a part of the name. */
public final class Columns {

    private Columns() {}

    public static Column named(String name) {
        return functions.col(Quoted.name(name));
    }

    public static Column[] named(Collection<String> names) {
        return names.stream().map(Columns::named).toArray(Column[]::new);
    }

    public static Column[] named(String[] names) {
        return named(Arrays.asList(names));
    }
}
