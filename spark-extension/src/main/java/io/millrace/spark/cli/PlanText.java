/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.compiler.graph.DatasetKind;
import io.millrace.spark.plan.Change;
import io.millrace.spark.plan.DatasetPlan;
import io.millrace.spark.plan.FlowAction;
import io.millrace.spark.plan.FlowPlan;
import io.millrace.spark.plan.SourcePlan;
import io.millrace.spark.plan.UpdatePlan;
import io.millrace.spark.problem.RunProblems;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Prints a plan for people: a line for each dataset, below it a line for each of its flows. */
final class PlanText {

    private final Terminal terminal;
    private final RunProblems problems;

    PlanText(Terminal terminal, RunProblems problems) {
        this.terminal = terminal;
        this.problems = problems;
    }

    void print(UpdatePlan plan) {
        plan.errors().forEach(error -> terminal.message(problems.render(error) + "\n"));
        plan.datasets().forEach(this::print);
        if (!plan.refusals().isEmpty()) {
            terminal.data("\nthe update would be refused:\n");
            plan.refusals().forEach(refusal -> terminal.data(problems.render(refusal) + "\n"));
        }
        if (!plan.failures().isEmpty()) {
            terminal.data("\nflows would fail:\n");
            plan.failures().forEach(failure -> terminal.data(problems.render(failure) + "\n"));
        }
        terminal.data(plan.hasErrors() ? Rejections.count(plan.errors()) : summary(plan));
    }

    private void print(DatasetPlan dataset) {
        List<String> words = new ArrayList<>();
        boolean isSink = dataset.kind().equals(DatasetKind.SINK.name());
        String stays = isSink ? "what it has got stays there" : "its table stays readable";
        words.add(words(dataset.kind()));
        dataset.guarantee().ifPresent(guarantee -> words.add("takes rows " + guarantee.words()));
        dataset.renamedFrom().ifPresent(name -> words.add("renamed from `" + name + "`"));
        switch (dataset.change()) {
            case NEW -> words.add("new");
            case RETURNED ->
                    words.add(
                            "in the sources again, goes on "
                                    + (isSink ? "where it stopped" : "with its table"));
            case REMOVED -> words.add("has left the sources; " + stays);
            case INACTIVE -> words.add("not in the sources; " + stays);
            case CHANGED, RENAMED, UNCHANGED -> {}
        }
        if (dataset.fullRefresh()) {
            words.add("full refresh, generation " + dataset.generation());
        }
        if (!dataset.changes().isEmpty()) {
            words.add("changed: " + String.join("; ", dataset.changes()));
        }
        terminal.data(
                "%s %s: %s"
                        .formatted(
                                sign(dataset.hasChanges(), dataset.change()),
                                dataset.name(),
                                String.join(", ", words)));
        boolean there = dataset.change() != Change.REMOVED && dataset.change() != Change.INACTIVE;
        dataset.flows().stream().filter(flow -> there).forEach(this::print);
    }

    private void print(FlowPlan flow) {
        List<String> words = new ArrayList<>();
        flow.renamedFrom().ifPresent(name -> words.add("renamed from `" + name + "`"));
        switch (flow.change()) {
            case NEW -> words.add("new");
            case RETURNED -> words.add("in the sources again, goes on from its checkpoint");
            case CHANGED -> words.add("changed");
            case REMOVED, INACTIVE ->
                    words.add("not in the sources; its rows and its checkpoint stay");
            case RENAMED, UNCHANGED -> {}
        }
        action(flow, words);
        words.addAll(flow.notes());
        terminal.data(
                "  %s flow %s (%s)%s"
                        .formatted(
                                sign(flow.change().isNews(), flow.change()),
                                flow.name(),
                                words(flow.kind()),
                                words.isEmpty() ? "" : ": " + String.join(", ", words)));
    }

    private static void action(FlowPlan flow, List<String> words) {
        flow.technique().ifPresent(words::add);
        if (flow.action() == FlowAction.IDLE) {
            words.add("nothing to do");
        } else if (flow.action() == FlowAction.EXCLUDED) {
            words.add("not selected");
        } else if (flow.action() == FlowAction.RUN) {
            flow.reads().forEach(source -> words.add(read(source)));
        }
        if (!flow.after().isEmpty()) {
            words.add("what " + String.join(", ", flow.after()) + " gets before");
        }
    }

    private static String read(SourcePlan source) {
        if (source.isEmpty()) {
            return "nothing new in " + source.name();
        }
        List<String> amounts = new ArrayList<>();
        source.versions().ifPresent(count -> amounts.add(count(count, "version")));
        source.files().ifPresent(count -> amounts.add(count(count, "file")));
        source.bytes().ifPresent(bytes -> amounts.add(Amounts.bytes(bytes)));
        source.rows().ifPresent(count -> amounts.add(count(count, "row")));
        return amounts.isEmpty()
                ? "reads " + source.name()
                : "reads %s of %s".formatted(String.join(", ", amounts), source.name());
    }

    private static String count(long count, String what) {
        return String.format(Locale.ROOT, "%,d %s%s", count, what, count == 1 ? "" : "s");
    }

    private static String sign(boolean news, Change change) {
        if (!news) {
            return " ";
        }
        return switch (change) {
            case NEW, RETURNED -> "+";
            case REMOVED -> "-";
            case RENAMED, CHANGED, UNCHANGED, INACTIVE -> "~";
        };
    }

    private static String words(String kind) {
        return kind.toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String summary(UpdatePlan plan) {
        long changed = plan.datasets().stream().filter(DatasetPlan::hasChanges).count();
        List<FlowPlan> flows =
                plan.datasets().stream().flatMap(dataset -> dataset.flows().stream()).toList();
        long run = flows.stream().filter(flow -> flow.action() == FlowAction.RUN).count();
        long idle = flows.stream().filter(flow -> flow.action() == FlowAction.IDLE).count();
        return "%s: %s, %s to run, %d with nothing to do"
                .formatted(
                        plan.pipeline(),
                        changed == 0 ? "no changes" : count(changed, "dataset") + " changed",
                        count(run, "flow"),
                        idle);
    }
}
