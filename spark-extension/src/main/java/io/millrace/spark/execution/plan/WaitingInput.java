/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.delta.TableHistory;
import io.millrace.spark.execution.checkpoint.FlowCheckpoint;
import io.millrace.spark.execution.checkpoint.KeptProgress;
import io.millrace.spark.function.InputAmount;
import io.millrace.spark.function.SourceProgress;
import io.millrace.spark.plan.SourcePlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** How much waits for a flow in each of its sources, where they can tell. */
final class WaitingInput {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final KeptProgress kept;

    WaitingInput(KeptProgress kept) {
        this.kept = kept;
    }

    /** What a batch query reads: all that is there. */
    List<SourcePlan> all(List<QuerySource> sources) {
        return sources.stream().map(source -> source(source, Optional.empty())).toList();
    }

    /** What a stream reads next; with no batch finished yet that is all that is there. */
    List<SourcePlan> next(
            List<QuerySource> sources,
            FlowCheckpoint checkpoint,
            Optional<FlowCheckpoint.Progress> progress) {
        Optional<List<String>> offsets =
                progress.map(FlowCheckpoint.Progress::finished)
                        .filter(finished -> !finished.isEmpty());
        int stream = 0;
        List<SourcePlan> plans = new ArrayList<>();
        for (QuerySource source : sources) {
            Optional<SourceProgress> reached = Optional.empty();
            if (source.streaming()) {
                int number = stream++;
                reached =
                        offsets.filter(known -> number < known.size())
                                .map(
                                        known ->
                                                new SourceProgress(
                                                        checkpoint.sourceFolder(number),
                                                        known.get(number)));
            }
            plans.add(source(source, reached));
        }
        return plans;
    }

    private SourcePlan source(QuerySource source, Optional<SourceProgress> reached) {
        if (source instanceof QuerySource.Table table) {
            return table(table, reached);
        }
        if (source instanceof QuerySource.Function function) {
            Optional<InputAmount> amount = function.function().waiting(function.call(), reached);
            return amount.map(
                            found ->
                                    new SourcePlan(
                                            function.function().name(),
                                            found.rows().isPresent() ? "topics" : "files",
                                            source.streaming(),
                                            OptionalLong.empty(),
                                            found.files(),
                                            found.bytes(),
                                            found.rows()))
                    .orElseGet(
                            () ->
                                    SourcePlan.unknown(
                                            function.function().name(),
                                            "other",
                                            source.streaming()));
        }
        return SourcePlan.unknown(((QuerySource.Other) source).name(), "other", source.streaming());
    }

    private SourcePlan table(QuerySource.Table table, Optional<SourceProgress> reached) {
        Optional<TableHistory> history = kept.history(table.path());
        if (history.isEmpty()) {
            return SourcePlan.unknown(table.name(), "table", table.streaming());
        }
        OptionalLong from =
                reached.map(position -> nextVersion(position.offset()))
                        .orElse(OptionalLong.empty());
        if (from.isEmpty()) {
            TableHistory.Amount all = history.get().contents(false);
            return plan(table, OptionalLong.empty(), all);
        }
        if (from.getAsLong() > history.get().version()) {
            return plan(
                    table, OptionalLong.of(0), new TableHistory.Amount(0, 0, OptionalLong.of(0)));
        }
        TableHistory.Additions added = history.get().additions(from.getAsLong());
        return plan(table, OptionalLong.of(added.commits()), added.added());
    }

    private static SourcePlan plan(
            QuerySource.Table table, OptionalLong versions, TableHistory.Amount amount) {
        return new SourcePlan(
                table.name(),
                "table",
                table.streaming(),
                versions,
                OptionalLong.of(amount.files()),
                OptionalLong.of(amount.bytes()),
                OptionalLong.empty());
    }

    /** The version that Delta's stream reads next, once it has read the initial contents. */
    private static OptionalLong nextVersion(String offset) {
        try {
            JsonNode position = MAPPER.readTree(offset);
            boolean initial = position.path("isStartingVersion").asBoolean(true);
            return initial || !position.path("reservoirVersion").canConvertToLong()
                    ? OptionalLong.empty()
                    : OptionalLong.of(position.path("reservoirVersion").asLong());
        } catch (JsonProcessingException e) {
            return OptionalLong.empty();
        }
    }
}
