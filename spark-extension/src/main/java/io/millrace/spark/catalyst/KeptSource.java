/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.graph.DatasetName;
import io.millrace.spark.function.SourceIdentity;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A stream that a flow reads, as the state of the pipeline knows it. A checkpoint knows its sources
 * by their numbers only; this tells which number is whose.
 *
 * @param name its kind, and for tables the name in the form in which names are compared
 * @param place where the input of a function is; empty for other sources
 * @param digest tells apart streams of the same name and place
 * @param folder the name of the folder in which a function keeps its state; empty for others
 */
public record KeptSource(String name, String place, String digest, String folder) {

    private static final String TABLE = "table ";

    public KeptSource {
        requireNonNull(name, "name");
        requireNonNull(place, "place");
        requireNonNull(digest, "digest");
        requireNonNull(folder, "folder");
    }

    public static KeptSource of(QuerySource source) {
        if (source instanceof QuerySource.Table table) {
            String name =
                    table.dataset()
                            .map(KeptSource::table)
                            .orElseGet(() -> TABLE + table.name().toLowerCase(Locale.ROOT));
            return new KeptSource(name, "", digest(new TreeMap<>(table.options())), "");
        }
        if (source instanceof QuerySource.Function function) {
            Optional<SourceIdentity> identity = function.function().identity(function.call());
            String folder =
                    function.call()
                            .stateFolder()
                            .map(path -> path.substring(path.lastIndexOf('/') + 1))
                            .orElse("");
            return new KeptSource(
                    "function " + function.function().name(),
                    identity.map(SourceIdentity::place).orElse(""),
                    identity.map(SourceIdentity::digest).orElse(""),
                    folder);
        }
        return new KeptSource("other " + ((QuerySource.Other) source).name(), "", "", "");
    }

    /** What the name of a dataset of the pipeline becomes. */
    public static String table(DatasetName dataset) {
        return TABLE + dataset.key();
    }

    /** Whether anything but the name is known. */
    public boolean isMoreThanName() {
        return !place.isEmpty() || !digest.isEmpty() || !folder.isEmpty();
    }

    /** The same source, where a table is called otherwise now. */
    public KeptSource renamed(String before, String after) {
        return name.equals(before) ? new KeptSource(after, place, digest, folder) : this;
    }

    private static String digest(TreeMap<String, String> options) {
        return options.isEmpty() ? "" : Digests.sha256(options.toString()).substring(0, 16);
    }
}
