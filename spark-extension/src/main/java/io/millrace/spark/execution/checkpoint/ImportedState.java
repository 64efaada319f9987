/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.StatefulOperator;
import io.millrace.spark.storage.StorageFiles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Whether the state in a checkpoint is of the steps that a query has. */
final class ImportedState {

    private static final String AGGREGATE = "stateStoreSave";
    private static final String SESSIONS = "sessionWindowStateStoreSaveExec";
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final StorageFiles files;
    private final String checkpoint;

    ImportedState(StorageFiles files, String checkpoint) {
        this.files = files;
        this.checkpoint = checkpoint;
    }

    /**
     * What does not fit, as the rest of a sentence about the checkpoint; empty when all does or the
     * checkpoint does not tell.
     *
     * @param operators the folders under {@code state}
     */
    Optional<String> check(PlannedQuery query, List<String> operators) {
        List<String> stored = new ArrayList<>();
        for (String operator : operators) {
            Optional<String> name = name(checkpoint + "/state/" + operator + "/_metadata");
            if (name.isEmpty()) {
                return Optional.empty();
            }
            stored.add(name.get().equals(SESSIONS) ? AGGREGATE : name.get());
        }
        Collections.sort(stored);
        List<String> wanted =
                StatefulOperator.of(query).stream().map(ImportedState::name).sorted().toList();
        return stored.equals(wanted)
                ? Optional.empty()
                : Optional.of(
                        "holds the state of %s, and the query of the flow keeps that of %s"
                                .formatted(words(stored), words(wanted)));
    }

    private Optional<String> name(String folder) {
        Optional<String> newest =
                files.list(folder + "/v2").stream()
                        .filter(name -> name.matches("\\d+"))
                        .max((a, b) -> Long.compare(Long.parseLong(a), Long.parseLong(b)))
                        .flatMap(name -> files.read(folder + "/v2/" + name))
                        .or(() -> files.read(folder + "/metadata"));
        return newest.flatMap(
                text ->
                        text.lines()
                                .filter(line -> line.startsWith("{"))
                                .findFirst()
                                .flatMap(ImportedState::operatorName));
    }

    private static Optional<String> operatorName(String json) {
        try {
            String name = MAPPER.readTree(json).path("operatorInfo").path("operatorName").asText();
            return name.isEmpty() ? Optional.empty() : Optional.of(name);
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    /** What a checkpoint calls an operator. */
    private static String name(StatefulOperator operator) {
        return switch (operator.what()) {
            case "aggregation" -> AGGREGATE;
            case "removal of duplicates" -> "dedupe";
            case "removal of duplicates within the watermark" -> "dedupeWithinWatermark";
            case "limit" -> "globalLimit";
            default -> "symmetricHashJoin";
        };
    }

    private static String words(List<String> operators) {
        return operators.isEmpty()
                ? "nothing"
                : operators.stream().map(ImportedState::word).collect(Collectors.joining(", "));
    }

    private static String word(String operator) {
        return switch (operator) {
            case AGGREGATE -> "an aggregate";
            case "dedupe" -> "a DISTINCT";
            case "dedupeWithinWatermark" -> "a removal of duplicates within the watermark";
            case "symmetricHashJoin" -> "a join of streams";
            case "globalLimit" -> "a LIMIT";
            default -> operator;
        };
    }
}
