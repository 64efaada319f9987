/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Collectors;

/** The places under a pipeline's storage. */
final class PipelineStorage {

    private final String root;

    PipelineStorage(String root) {
        this.root = root.endsWith("/") ? root.substring(0, root.length() - 1) : root;
    }

    String events(String updateId) {
        return root + "/events/" + updateId + ".jsonl";
    }

    String graph(String updateId) {
        return root + "/updates/" + updateId + "/graph.json";
    }

    /** Where the right to update the pipeline is kept. */
    String lease() {
        return root + "/state/lease";
    }

    /** Where the generation of a table is kept. */
    String tableState(DatasetName table) {
        return tableStates() + "/" + encode(table) + ".json";
    }

    String tableStates() {
        return root + "/state/tables";
    }

    /** Where the table functions of a flow keep what must stay the same. */
    String functionState(Flow flow, String generation) {
        return root
                + "/state/functions/"
                + encode(flow.target())
                + "/"
                + encode(flow.name())
                + "/"
                + generation;
    }

    String checkpoint(Flow flow, String generation) {
        return root
                + "/checkpoints/"
                + encode(flow.target())
                + "/"
                + encode(flow.name())
                + "/"
                + generation;
    }

    /** A table that is stored but not in the catalog. */
    String privateTable(DatasetName table) {
        return root
                + "/private/"
                + encode(table.parts().get(table.parts().size() - 2))
                + "/"
                + encode(table.last());
    }

    static String encode(DatasetName name) {
        return name.parts().stream().map(PipelineStorage::encode).collect(Collectors.joining("."));
    }

    /**
     * A name as one part of a path: in lower case, as names are compared; letters and digits of any
     * script, {@code _} and {@code -} stay; every other byte of its UTF-8 form is {@code ~} and two
     * hexadecimal digits, for {@code %} does not survive every file system.
     */
    static String encode(String name) {
        StringBuilder result = new StringBuilder();
        name.toLowerCase(Locale.ROOT)
                .codePoints()
                .forEach(
                        c -> {
                            if (Character.isLetterOrDigit(c) || c == '-' || c == '_') {
                                result.appendCodePoint(c);
                                return;
                            }
                            byte[] bytes = Character.toString(c).getBytes(StandardCharsets.UTF_8);
                            for (byte b : bytes) {
                                result.append("~%02x".formatted(b & 0xff));
                            }
                        });
        return result.toString();
    }
}
