/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.statement;

import io.millrace.compiler.analysis.PipelineOutline.Item;
import io.millrace.compiler.graph.DatasetName;
import io.millrace.spark.RunErrorCode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The statements of a text by the unit that each belongs to: that in which its dataset was defined
 * before, and one unit for all that is new. Mostly there is one.
 */
final class DefinitionGroups {

    private final SessionHome home;
    private final List<Item> items;
    private final Map<String, Item> views = new HashMap<>();
    private final Map<String, List<Item>> units = new LinkedHashMap<>();

    private DefinitionGroups(SessionHome home, List<Item> items) {
        this.home = home;
        this.items = items;
    }

    /** One unit's statements. */
    record Group(String unit, List<Item> items) {
        Group {
            items = List.copyOf(items);
        }
    }

    /**
     * The groups, each behind those that it reads.
     *
     * @param items what a text defines
     */
    static List<Group> of(SessionHome home, List<Item> items) {
        DefinitionGroups groups =
                new DefinitionGroups(
                        home, items.stream().map(item -> withSink(home, item)).toList());
        groups.divide();
        return groups.ordered();
    }

    private void divide() {
        Map<Item, String> owners = new HashMap<>();
        List<Item> fresh = new ArrayList<>();
        for (Item item : items) {
            if (item.isView()) {
                views.putIfAbsent(item.dataset().key(), item);
                continue;
            }
            Optional<String> owner = owner(item);
            owner.ifPresent(unit -> owners.put(item, unit));
            if (owner.isEmpty()) {
                fresh.add(item);
            }
        }
        Set<String> known = new LinkedHashSet<>(owners.values());
        String own =
                known.size() == 1
                        ? known.iterator().next()
                        : fresh.stream()
                                .filter(item -> item.kind().isPresent())
                                .findFirst()
                                .or(() -> fresh.stream().findFirst())
                                .map(item -> SessionHome.unit(item.dataset()))
                                .orElse("");
        for (Item item : items) {
            if (!item.isView()) {
                units.computeIfAbsent(owners.getOrDefault(item, own), key -> new ArrayList<>())
                        .add(item);
            }
        }
    }

    private Optional<String> owner(Item item) {
        return home.unitOf(item.dataset());
    }

    /** A flow into a sink that an earlier text has declared, which stands under its bare name. */
    private static Item withSink(SessionHome home, Item item) {
        DatasetName sink = DatasetName.of(item.dataset().last());
        boolean meant =
                item.flow().isPresent()
                        && item.writtenParts() == 1
                        && home.unitOf(item.dataset()).isEmpty()
                        && home.unitOf(sink).isPresent();
        return meant ? item.withDataset(sink) : item;
    }

    private List<Group> ordered() {
        Map<String, String> unitsByDataset = new HashMap<>();
        units.forEach(
                (unit, members) ->
                        members.forEach(item -> unitsByDataset.put(item.dataset().key(), unit)));
        List<Group> ordered = new ArrayList<>();
        Set<String> done = new HashSet<>();
        Set<String> underWay = new LinkedHashSet<>();
        for (String unit : units.keySet()) {
            visit(unit, unitsByDataset, done, underWay, ordered);
        }
        return withOtherViews(ordered);
    }

    private void visit(
            String unit,
            Map<String, String> unitsByDataset,
            Set<String> done,
            Set<String> underWay,
            List<Group> ordered) {
        if (done.contains(unit)) {
            return;
        }
        if (!underWay.add(unit)) {
            throw Problems.invalid(
                    RunErrorCode.MILLRACE_STATEMENT_NOT_POSSIBLE,
                    "datasets of this text were defined in different texts that would have to wait for each other: %s"
                            .formatted(String.join(", ", underWay)),
                    "run the statements one at a time, or drop the datasets first");
        }
        List<Item> members = new ArrayList<>(units.get(unit));
        Set<Item> needed = new LinkedHashSet<>();
        List<Item> open = new ArrayList<>(members);
        while (!open.isEmpty()) {
            Item item = open.remove(0);
            for (DatasetName read : item.reads()) {
                Item view = views.get(read.key());
                String other = unitsByDataset.get(read.key());
                if (view != null && needed.add(view)) {
                    open.add(view);
                } else if (other != null && !other.equals(unit)) {
                    visit(other, unitsByDataset, done, underWay, ordered);
                }
            }
        }
        underWay.remove(unit);
        done.add(unit);
        members.addAll(needed);
        ordered.add(new Group(unit, members));
    }

    /** Published views that nothing reads come last, when all that they read is there. */
    private List<Group> withOtherViews(List<Group> ordered) {
        Set<Item> used = new HashSet<>();
        ordered.forEach(group -> used.addAll(group.items()));
        List<Item> others = views.values().stream().filter(view -> !used.contains(view)).toList();
        if (others.isEmpty() || ordered.isEmpty()) {
            return ordered;
        }
        List<Group> result = new ArrayList<>(ordered);
        Group last = result.remove(result.size() - 1);
        List<Item> members = new ArrayList<>(last.items());
        members.addAll(others);
        result.add(new Group(last.unit(), members));
        return result;
    }
}
