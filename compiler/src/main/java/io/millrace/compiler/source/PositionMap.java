/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.source;

import java.util.ArrayList;
import java.util.List;

/**
 * Maps offsets of a changed text back to the text that it was made from.
 *
 * <p>A map is a list of segments in ascending order of {@code changed}. Inside a verbatim segment
 * both texts run in step; inside a replaced segment every changed offset maps to the start of the
 * replaced original. All offsets are 0-based UTF-16 units.
 */
public record PositionMap(List<Segment> segments) {

    private static final PositionMap IDENTITY = new PositionMap(List.of(new Segment(0, 0, true)));

    public PositionMap {
        segments = List.copyOf(segments);
        if (segments.isEmpty()) {
            throw new IllegalArgumentException("a position map has at least one segment");
        }
    }

    /**
     * One stretch of the changed text.
     *
     * @param changed where it starts in the changed text
     * @param original where it starts in the original text
     * @param verbatim whether it is copied from the original letter by letter
     */
    public record Segment(int changed, int original, boolean verbatim) {}

    /** The map of a text that was not changed. */
    public static PositionMap identity() {
        return IDENTITY;
    }

    /** The map of a verbatim slice that starts at {@code start} of the original. */
    public static PositionMap shift(int start) {
        return new PositionMap(List.of(new Segment(0, start, true)));
    }

    /** The offset in the original text of an offset in the changed text. */
    public int toOriginal(int changedOffset) {
        Segment segment = segments.get(indexOf(changedOffset));
        return segment.verbatim
                ? segment.original + (changedOffset - segment.changed)
                : segment.original;
    }

    /**
     * The offset behind the original of the text that ends before an offset in the changed text.
     * Inside or at the end of a replaced segment that is the end of what it replaces.
     */
    public int toOriginalEnd(int changedEnd) {
        if (changedEnd == 0) {
            return toOriginal(0);
        }
        int index = indexOf(changedEnd - 1);
        Segment segment = segments.get(index);
        if (segment.verbatim) {
            return segment.original + (changedEnd - segment.changed);
        }
        boolean last = index + 1 == segments.size();
        int next = last ? segment.original + 1 : segments.get(index + 1).original;
        return Math.max(next, segment.original);
    }

    /** The map of the slice of the changed text that starts at {@code start}. */
    public PositionMap slice(int start) {
        List<Segment> result = new ArrayList<>();
        int index = indexOf(start);
        Segment first = segments.get(index);
        result.add(new Segment(0, toOriginal(start), first.verbatim));
        for (int i = index + 1; i < segments.size(); i++) {
            Segment segment = segments.get(i);
            result.add(new Segment(segment.changed - start, segment.original, segment.verbatim));
        }
        return new PositionMap(result);
    }

    /**
     * The map of a text that was changed twice: this map leads from the middle text to the
     * original, {@code later} from the final text to the middle one.
     */
    public PositionMap andThen(PositionMap later) {
        List<Segment> result = new ArrayList<>();
        List<Segment> finals = later.segments;
        for (int i = 0; i < finals.size(); i++) {
            Segment outer = finals.get(i);
            result.add(
                    new Segment(
                            outer.changed,
                            toOriginal(outer.original),
                            outer.verbatim && segments.get(indexOf(outer.original)).verbatim));
            if (!outer.verbatim) {
                continue;
            }
            int end = i + 1 < finals.size() ? finals.get(i + 1).changed : Integer.MAX_VALUE;
            for (int k = indexOf(outer.original) + 1; k < segments.size(); k++) {
                Segment inner = segments.get(k);
                long changed = (long) outer.changed + (inner.changed - outer.original);
                if (changed >= end) {
                    break;
                }
                result.add(new Segment((int) changed, inner.original, inner.verbatim));
            }
        }
        return new PositionMap(result);
    }

    private int indexOf(int changedOffset) {
        int low = 0;
        int high = segments.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (segments.get(middle).changed <= changedOffset) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
