/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.graph.DatasetKind;
import io.millrace.compiler.graph.DatasetName;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds the dataset that a name means. The pipeline's temporary views and private tables shadow
 * everything; then come its datasets in the current catalog and schema; what is not found is a
 * table outside the pipeline.
 */
final class DatasetIndex {

    private final Scope pipelineScope;
    private final Map<String, DatasetDeclaration> byName = new LinkedHashMap<>();
    private final Map<String, List<DatasetDeclaration>> byLastPart = new LinkedHashMap<>();

    /** The first of several datasets with one name counts. */
    DatasetIndex(CompileOptions options, List<DatasetDeclaration> datasets) {
        pipelineScope = new Scope(options.catalog(), options.schema(), Map.of());
        for (DatasetDeclaration dataset : datasets) {
            if (byName.putIfAbsent(dataset.name().key(), dataset) == null) {
                byLastPart
                        .computeIfAbsent(
                                Names.fold(dataset.name().last()), name -> new ArrayList<>())
                        .add(dataset);
            }
        }
    }

    /**
     * What a name means.
     *
     * @param name the dataset's name, or that of the table outside the pipeline
     * @param candidates the datasets of which one may be meant; more than one if it is ambiguous
     */
    record Resolution(
            DatasetName name,
            Optional<DatasetDeclaration> dataset,
            List<DatasetDeclaration> candidates) {

        Resolution {
            candidates = List.copyOf(candidates);
        }

        boolean isAmbiguous() {
            return candidates.size() > 1;
        }
    }

    /** What a name in a query means. */
    Resolution resolve(List<String> parts, Scope scope) {
        return find(parts, scope, false);
    }

    /** What the target of a flow means: like a name in a query, but it may also be a sink. */
    Resolution resolveTarget(List<String> parts, Scope scope) {
        return find(parts, scope, true);
    }

    Optional<DatasetDeclaration> get(DatasetName name) {
        return Optional.ofNullable(byName.get(name.key()));
    }

    /** The datasets whose name ends in a part, whatever catalog and schema they are in. */
    List<DatasetDeclaration> withLastPart(String part) {
        return byLastPart.getOrDefault(Names.fold(part), List.of());
    }

    /** The last parts of all names, folded. */
    List<String> lastParts() {
        return List.copyOf(byLastPart.keySet());
    }

    private Resolution find(List<String> written, Scope scope, boolean sinks) {
        boolean live = Names.isLive(written);
        List<String> parts = Names.withoutLive(written);
        if (parts.size() == 1) {
            Optional<Resolution> shadowing = findShadowing(parts.get(0), scope, sinks);
            if (shadowing.isPresent()) {
                return shadowing.get();
            }
        }
        DatasetName full = Names.qualify(parts, scope);
        Optional<DatasetDeclaration> exact =
                get(full).filter(dataset -> isReadable(dataset, sinks));
        if (exact.isPresent() || !live) {
            return new Resolution(
                    exact.map(DatasetDeclaration::name).orElse(full),
                    exact,
                    exact.stream().toList());
        }
        return findLive(parts.get(0), full, sinks);
    }

    /** Temporary views, private tables and sinks go by their bare name. */
    private Optional<Resolution> findShadowing(String name, Scope scope, boolean sinks) {
        List<DatasetDeclaration> shadowing =
                withLastPart(name).stream()
                        .filter(dataset -> isReadable(dataset, sinks))
                        .filter(
                                dataset ->
                                        dataset.isPrivate()
                                                || dataset.isTemporaryView()
                                                || dataset.kind() == DatasetKind.SINK)
                        .toList();
        if (shadowing.isEmpty()) {
            return Optional.empty();
        }
        DatasetName here = Names.qualify(List.of(name), scope);
        Optional<DatasetDeclaration> local =
                shadowing.stream().filter(dataset -> isLocal(dataset, here)).findFirst();
        DatasetDeclaration best = local.orElse(shadowing.get(0));
        return Optional.of(
                new Resolution(
                        best.name(),
                        Optional.of(best),
                        local.isPresent() ? List.of(best) : shadowing));
    }

    private static boolean isLocal(DatasetDeclaration dataset, DatasetName here) {
        return dataset.name().parts().size() == 1 || dataset.name().key().equals(here.key());
    }

    /** {@code LIVE.x} that is not in the current schema may be in the pipeline's, or in any. */
    private Resolution findLive(String name, DatasetName full, boolean sinks) {
        Optional<DatasetDeclaration> own =
                get(Names.qualify(List.of(name), pipelineScope))
                        .filter(dataset -> isReadable(dataset, sinks));
        if (own.isPresent()) {
            return new Resolution(own.get().name(), own, own.stream().toList());
        }
        List<DatasetDeclaration> anywhere =
                withLastPart(name).stream().filter(dataset -> isReadable(dataset, sinks)).toList();
        Optional<DatasetDeclaration> first = anywhere.stream().findFirst();
        return new Resolution(first.map(DatasetDeclaration::name).orElse(full), first, anywhere);
    }

    private static boolean isReadable(DatasetDeclaration dataset, boolean sinks) {
        return sinks || dataset.kind() != DatasetKind.SINK;
    }
}
