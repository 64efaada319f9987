/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.spark.SparkContext;
import org.apache.spark.util.AccumulatorV2;
import scala.Option;

/**
 * Counts, in the tasks of a flow, the CSV records with quoted values that are not read right: they
 * become other records, and mostly plausible ones. They are counted by the part of a file, so that
 * a part that is read again does not count twice.
 */
public final class QuoteTally
        extends AccumulatorV2<Map<String, QuoteTally.Counts>, Map<String, QuoteTally.Counts>> {

    private static final long serialVersionUID = 1L;

    /** The property of a thread, and of those that it starts, that tells its flow from others. */
    private static final String FLOW = "millrace.flow.reads";

    /** By the flow, while it runs. */
    private static final Map<String, QuoteTally> TALLIES = new ConcurrentHashMap<>();

    @SuppressWarnings("serial") // a TreeMap
    private final Map<String, Counts> byPart = new TreeMap<>();

    /** What was found in a part of a file. */
    record Counts(String file, long open, long doubled) implements Serializable {

        Counts most(Counts other) {
            return new Counts(file, Math.max(open, other.open), Math.max(doubled, other.doubled));
        }
    }

    private QuoteTally() {}

    /**
     * From now on this thread runs a flow.
     *
     * @return what {@link #end} wants
     */
    public static String begin(SparkContext context) {
        String flow = UUID.randomUUID().toString();
        context.setLocalProperty(FLOW, flow);
        return flow;
    }

    /** The tally of the flow that this thread runs; empty when it runs none. */
    static Optional<QuoteTally> current(SparkContext context) {
        return Optional.ofNullable(context.getLocalProperty(FLOW))
                .map(flow -> TALLIES.computeIfAbsent(flow, key -> register(context)));
    }

    private static QuoteTally register(SparkContext context) {
        var tally = new QuoteTally();
        tally.register(context, Option.empty(), false);
        return tally;
    }

    /**
     * What the user should read of what the flow has read; it is forgotten here.
     *
     * @param name the flow's, for the texts
     */
    public static List<String> end(SparkContext context, String flow, String name) {
        context.setLocalProperty(FLOW, null);
        QuoteTally tally = TALLIES.remove(flow);
        return tally == null ? List.of() : tally.texts(name);
    }

    private synchronized List<String> texts(String name) {
        List<String> texts = new ArrayList<>();
        long open = byPart.values().stream().mapToLong(Counts::open).sum();
        if (open > 0) {
            texts.add(
                    ("flow `%s` read %s with a line break inside of quotes as several records, the"
                                    + " first of them in %s; `multiLine => true` reads them whole")
                            .formatted(name, records(open), first(true)));
        }
        long doubled = byPart.values().stream().mapToLong(Counts::doubled).sum();
        if (doubled > 0) {
            texts.add(
                    ("flow `%s` read %s with doubled quotes inside of quotes, or with the escape"
                                    + " character before the last quote, not as written, the first"
                                    + " of them in %s; an `escape` that is the `quote` itself reads them"
                                    + " right: `escape => '\"'`")
                            .formatted(name, records(doubled), first(false)));
        }
        return texts;
    }

    private static String records(long count) {
        return count == 1 ? "1 CSV record" : count + " CSV records";
    }

    private String first(boolean open) {
        return byPart.values().stream()
                .filter(counts -> open ? counts.open() > 0 : counts.doubled() > 0)
                .findFirst()
                .map(Counts::file)
                .orElseThrow();
    }

    /** A line of a part of a file has a flaw. */
    synchronized void add(String file, long start, QuotedLine.Flaw flaw) {
        if (flaw == QuotedLine.Flaw.NONE) {
            return;
        }
        boolean open = flaw == QuotedLine.Flaw.OPEN;
        byPart.merge(
                "%s:%020d".formatted(file, start),
                new Counts(file, open ? 1 : 0, open ? 0 : 1),
                (old, one) -> new Counts(file, old.open + one.open, old.doubled + one.doubled));
    }

    @Override
    public synchronized boolean isZero() {
        return byPart.isEmpty();
    }

    @Override
    public QuoteTally copy() {
        var copy = new QuoteTally();
        copy.merge(this);
        return copy;
    }

    @Override
    public synchronized void reset() {
        byPart.clear();
    }

    @Override
    public void add(Map<String, Counts> counts) {
        throw new UnsupportedOperationException("lines are counted one by one");
    }

    @Override
    public synchronized void merge(AccumulatorV2<Map<String, Counts>, Map<String, Counts>> other) {
        ((QuoteTally) other).byPart.forEach((part, some) -> byPart.merge(part, some, Counts::most));
    }

    @Override
    public synchronized Map<String, Counts> value() {
        return new TreeMap<>(byPart);
    }
}
