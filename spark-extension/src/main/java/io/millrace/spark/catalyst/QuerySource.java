/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.spark.function.TableFunction;
import io.millrace.spark.function.TableFunctionCall;
import java.util.Map;
import java.util.Optional;

/** One thing that a query reads, wherever it stands in it or in the views that it reads. */
public sealed interface QuerySource {

    /** Whether it is read as a stream. */
    boolean streaming();

    /**
     * A Delta table.
     *
     * @param dataset the dataset of the pipeline that it is, if any
     * @param path where its log is found
     * @param options those of the query
     */
    record Table(
            String name,
            Optional<DatasetName> dataset,
            String path,
            boolean streaming,
            Map<String, String> options)
            implements QuerySource {}

    /** A call of one of our table functions. */
    record Function(TableFunction function, TableFunctionCall call, boolean streaming)
            implements QuerySource {}

    /** Anything else: files by path, tables of other formats, temporary views of the session. */
    record Other(String name, boolean streaming) implements QuerySource {}
}
