/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.state;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.compiler.graph.Flow;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.stream.Collectors;

/** The places under a pipeline's storage. */
public final class PipelineStorage {

    private final String root;

    public PipelineStorage(String root) {
        this.root = root.endsWith("/") ? root.substring(0, root.length() - 1) : root;
    }

    public String root() {
        return root;
    }

    public String events(String updateId) {
        return root + "/events/" + updateId + ".jsonl";
    }

    public String graph(String updateId) {
        return root + "/updates/" + updateId + "/graph.json";
    }

    /** Where the right to update the pipeline is kept. */
    public String lease() {
        return root + "/state/lease";
    }

    /** What is known of the pipeline's tables and flows: a file for each time that it changed. */
    public String stateFiles() {
        return root + "/state/pipeline";
    }

    /** Where versions before the numbered files kept it. */
    public String singleState() {
        return root + "/state/pipeline.json";
    }

    /** The state as an update found it decided, beside the graph that it ran. */
    public String stateOf(String updateId) {
        return root + "/updates/" + updateId + "/state.json";
    }

    /** A folder for each update. */
    public String updates() {
        return root + "/updates";
    }

    public String states() {
        return root + "/state";
    }

    /** Where older versions kept the generation of a table. */
    String olderTableState(DatasetName table) {
        return root + "/state/tables/" + encode(table) + ".json";
    }

    /** Where the table functions of a flow keep what must stay the same. */
    public String functionState(Flow flow, TableState table) {
        return root + "/state/functions/" + place(flow.target(), flow.name(), table);
    }

    /** Where it is noted that a flow has written into a sink, which may not say so itself. */
    public String sinkRecord(DatasetName sink, String flow, TableState table) {
        return root + "/state/sinks/" + place(sink, flow, table) + ".json";
    }

    public String checkpoint(Flow flow, TableState table) {
        return checkpoint(flow.target(), flow.name(), table);
    }

    public String checkpoint(DatasetName target, String flow, TableState table) {
        return root + "/checkpoints/" + place(target, flow, table);
    }

    /** The checkpoints of all flows into a table. */
    public String checkpoints(DatasetName target, TableState table) {
        return root + "/checkpoints/" + tableFolder(target, table);
    }

    private static String place(DatasetName target, String flow, TableState table) {
        return tableFolder(target, table) + "/" + table.flowFolder(flow) + "/" + table.folder(flow);
    }

    /** The name of a table in folders and in the marks in its log. */
    public static String tableFolder(DatasetName table, TableState state) {
        return state.keptAs().orElseGet(() -> encode(table));
    }

    /** A table that is stored but not in the catalog. */
    public String privateTable(DatasetName table) {
        return root
                + "/private/"
                + encode(table.parts().get(table.parts().size() - 2))
                + "/"
                + encode(table.last());
    }

    public static String encode(DatasetName name) {
        return name.parts().stream().map(PipelineStorage::encode).collect(Collectors.joining("."));
    }

    /**
     * A name as one part of a path: in lower case, as names are compared; letters and digits of any
     * script, {@code _} and {@code -} stay; every other byte of its UTF-8 form is {@code ~} and two
     * hexadecimal digits, for {@code %} does not survive every file system.
     */
    public static String encode(String name) {
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
