/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution.check;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.millrace.compiler.graph.Flow;
import io.millrace.compiler.graph.FlowGraph;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.catalyst.KeptSource;
import io.millrace.spark.catalyst.PlannedQuery;
import io.millrace.spark.catalyst.QuerySource;
import io.millrace.spark.catalyst.SourcePlaces;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.TableSnapshot;
import io.millrace.spark.execution.checkpoint.FlowCheckpoint;
import io.millrace.spark.execution.checkpoint.MovedSources;
import io.millrace.spark.execution.intent.PlannedSources;
import io.millrace.spark.execution.intent.UpdateIntent;
import io.millrace.spark.problem.CommandOptions;
import io.millrace.spark.state.FlowState;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.spark.sql.SparkSession;

/**
 * Whether a flow reads what it has read before. Its checkpoint knows its sources by their numbers:
 * where one gets the number of another, rows come twice or never.
 */
final class SourceCheck {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final SparkSession session;
    private final UpdateIntent intent;
    private final FlowGraph graph;
    private final PlanProblems problems;
    private final MovedSources moved;

    SourceCheck(
            SparkSession session, UpdateIntent intent, PlanProblems problems, MovedSources moved) {
        this.moved = moved;
        this.session = session;
        this.intent = intent;
        this.graph = intent.graph();
        this.problems = problems;
    }

    /**
     * Whether each source is the one of its number.
     *
     * @param query its sources are those of the checkpoint, as far as there are such
     * @param offsets those of the checkpoint
     */
    boolean check(
            Flow flow,
            PlannedQuery query,
            FlowCheckpoint checkpoint,
            List<String> offsets,
            Optional<FlowState> known) {
        List<QuerySource> sources = query.streamingSources();
        List<KeptSource> now = PlannedSources.of(query);
        List<KeptSource> before = known.map(FlowState::sources).orElse(List.of());
        if (offsets.size() != now.size()) {
            otherNumber(flow, offsets.size(), before, now);
            return false;
        }
        if (before.size() != now.size()) {
            return true;
        }
        boolean reordered = isReordered(before, now);
        for (int i = 0; i < now.size(); i++) {
            if (reordered && !isSame(before.get(i), now.get(i))) {
                other(flow, i + 1, before.get(i), now.get(i));
                return false;
            }
            boolean sameName = now.get(i).name().equals(before.get(i).name());
            if (!sameName && !isSameTable(sources.get(i), offsets.get(i))) {
                other(flow, i + 1, before.get(i), now.get(i));
                return false;
            }
            if (sameName && !goesOn(flow, checkpoint.sourceFolder(i), before.get(i), now.get(i))) {
                undecided(flow, before.get(i), now.get(i));
                return false;
            }
        }
        return true;
    }

    /** Another order than any order of the branches of unions can mend, as in a join. */
    private static boolean isReordered(List<KeptSource> before, List<KeptSource> now) {
        List<KeptSource> left = new ArrayList<>(now);
        for (KeptSource source : before) {
            left.stream()
                    .filter(other -> isSame(source, other))
                    .findFirst()
                    .ifPresent(left::remove);
        }
        return left.isEmpty();
    }

    private boolean goesOn(Flow flow, String folder, KeptSource before, KeptSource now) {
        if (before.place().isEmpty()
                || before.place().equals(now.place())
                || SourcePlaces.overlap(before.place(), now.place())) {
            return true;
        }
        boolean kafka = SourcePlaces.isKafka(now.place());
        if (intent.renames().isMoved(before.place(), now.place())
                && (!kafka || SourcePlaces.sameTopics(before.place(), now.place()))) {
            moved.moved(folder, before.place(), now.place());
            return true;
        }
        if (intent.renames().isDeclaredNew(flow) && !kafka) {
            moved.replaced(folder, before.place(), now.place());
            return true;
        }
        return false;
    }

    /** What is said to have moved must have been read, by some flow and at some time. */
    void checkMoves() {
        intent.renames().places().forEach((before, after) -> checkMove(before, after));
    }

    private void checkMove(String before, String after) {
        if (moved.isOf(before, after)) {
            return;
        }
        boolean done = sources().anyMatch(source -> SourcePlaces.isCalled(source.place(), after));
        if (!done) {
            problems.error(
                    new QueryException(
                            RunErrorCode.MILLRACE_RENAME_INVALID,
                            "no flow that has read `%s` reads `%s` now".formatted(before, after),
                            "write both places as `millrace plan` shows them"));
        }
    }

    private Stream<KeptSource> sources() {
        return intent.before().datasets().values().stream()
                .flatMap(dataset -> dataset.flows().values().stream())
                .flatMap(flow -> flow.sources().stream());
    }

    private void otherNumber(Flow flow, int count, List<KeptSource> before, List<KeptSource> now) {
        String name = graph.displayName(flow.target());
        List<KeptSource> added = new ArrayList<>(now);
        List<KeptSource> gone = new ArrayList<>(before);
        for (KeptSource source : before) {
            now.stream()
                    .filter(added::contains)
                    .filter(other -> isSame(source, other))
                    .findFirst()
                    .ifPresent(
                            other -> {
                                added.remove(other);
                                gone.remove(source);
                            });
        }
        boolean more = count < now.size();
        List<KeptSource> which = before.isEmpty() ? List.of() : more ? added : gone;
        String told =
                which.isEmpty()
                        ? ""
                        : "; %s is %s"
                                .formatted(
                                        which.stream()
                                                .map(PlannedSources::words)
                                                .collect(Collectors.joining(", ")),
                                        more ? "new" : "gone");
        problems.error(
                flow,
                RunErrorCode.MILLRACE_CHECKPOINT_INCOMPATIBLE,
                "flow `%s` of `%s` cannot go on from its checkpoint: the number of streams that it reads was %d and is %d%s"
                        .formatted(flow.name(), name, count, now.size(), told),
                more
                        ? "leave the flow as it was and read what is new in a flow of its own (CREATE FLOW ... AS INSERT INTO %s BY NAME SELECT ...), which reloads nothing; or run %s"
                                .formatted(
                                        graph.sqlName(flow.target()),
                                        CommandOptions.fullRefresh(name))
                        : "write the query as it was, or run " + CommandOptions.fullRefresh(name));
    }

    private static boolean isSame(KeptSource one, KeptSource other) {
        return one.name().equals(other.name()) && one.place().equals(other.place());
    }

    private void other(Flow flow, int number, KeptSource before, KeptSource now) {
        String name = graph.displayName(flow.target());
        problems.error(
                flow,
                RunErrorCode.MILLRACE_CHECKPOINT_INCOMPATIBLE,
                "flow `%s` of `%s` cannot go on from its checkpoint: stream number %d that it reads was %s and is %s"
                        .formatted(
                                flow.name(),
                                name,
                                number,
                                PlannedSources.words(before),
                                PlannedSources.words(now)),
                "write the streams in the order that they had and put new ones into flows of their own; or run %s, or %s to read everything again into the rows that are there"
                        .formatted(
                                CommandOptions.fullRefresh(name),
                                CommandOptions.resetCheckpoint(flow.name())));
    }

    /** The same kind of input at another place: moved, or other input? */
    private void undecided(Flow flow, KeptSource before, KeptSource now) {
        String name = graph.displayName(flow.target());
        boolean topics = SourcePlaces.isKafka(now.place());
        boolean mayMove = !topics || SourcePlaces.sameTopics(before.place(), now.place());
        List<String> ways = new ArrayList<>();
        if (mayMove) {
            ways.add(
                    "with %s where %s"
                            .formatted(
                                    CommandOptions.rename(before.place(), now.place()),
                                    topics
                                            ? "it is the same cluster: it goes on where it stopped"
                                            : "the files have moved: what was read is not read"
                                                    + " again"));
        }
        if (!topics) {
            ways.add(
                    "with %s where it is other input: all of it is read into the rows that are there"
                            .formatted(CommandOptions.asNew(flow.name())));
        } else {
            ways.add(
                    "with %s where it is other input: every stream of the flow is read from its beginning, into the rows that are there"
                            .formatted(CommandOptions.resetCheckpoint(flow.name())));
        }
        ways.add("with " + CommandOptions.fullRefresh(name) + " to make the table anew");
        problems.error(
                flow,
                RunErrorCode.MILLRACE_SOURCE_UNDECIDED,
                "flow `%s` of `%s` has read `%s` and now reads `%s`: it may be the same input at another place, or other input%s"
                        .formatted(
                                flow.name(),
                                name,
                                before.place(),
                                now.place(),
                                readBy(flow, now).map(other -> "; " + other).orElse("")),
                "run " + String.join(", or ", ways));
    }

    /** Another flow that has read the place: paths, or the names of tables, were exchanged. */
    private Optional<String> readBy(Flow flow, KeptSource now) {
        return intent.before().datasets().values().stream()
                .flatMap(
                        dataset ->
                                dataset.flows().values().stream()
                                        .filter(
                                                other ->
                                                        !dataset.name()
                                                                        .key()
                                                                        .equals(flow.target().key())
                                                                || !other.name()
                                                                        .equalsIgnoreCase(
                                                                                flow.name()))
                                        .filter(
                                                other ->
                                                        other.sources().stream()
                                                                .anyMatch(
                                                                        source ->
                                                                                isSame(
                                                                                        source,
                                                                                        now)))
                                        .map(
                                                other ->
                                                        "so far flow `%s` of `%s` has read that"
                                                                .formatted(
                                                                        other.name(),
                                                                        graph.displayName(
                                                                                dataset.name()))))
                .findFirst();
    }

    /** Whether a table has only got another name. */
    private boolean isSameTable(QuerySource source, String offset) {
        if (!(source instanceof QuerySource.Table table)) {
            return false;
        }
        try {
            String id = MAPPER.readTree(offset).path("reservoirId").asText();
            return DeltaTableLog.at(session, table.path())
                    .snapshot()
                    .map(TableSnapshot::id)
                    .filter(id::equals)
                    .isPresent();
        } catch (JsonProcessingException e) {
            return false;
        }
    }
}
