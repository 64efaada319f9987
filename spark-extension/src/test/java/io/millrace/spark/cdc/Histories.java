/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.spark.cdc.Oracle.Event;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Random histories that force what is rare in real feeds: few sequences, so that many events tie;
 * few values, so that many change nothing; many deletes and repeats; any order, any batching.
 */
final class Histories {

    private final Random random;
    private final boolean listed;

    Histories(long seed, boolean listed) {
        this.random = new Random(seed);
        this.listed = listed;
    }

    /** The events of some keys, each in a random batch. */
    List<List<Event>> batches(int keys, int batches, int truncates) {
        List<List<Event>> result = new ArrayList<>();
        for (int i = 0; i < batches; i++) {
            result.add(new ArrayList<>());
        }
        for (long key = 1; key <= keys; key++) {
            int count = 1 + random.nextInt(9);
            int sequences = 3 + random.nextInt(8);
            for (int i = 0; i < count; i++) {
                Event event = event(key, 1 + random.nextInt(sequences));
                int repeats = random.nextInt(5) == 0 ? 2 : 1;
                for (int j = 0; j < repeats; j++) {
                    result.get(random.nextInt(batches)).add(event);
                }
            }
        }
        for (int i = 0; i < truncates; i++) {
            List<Object> none = Arrays.asList(null, null, null, null, null);
            result.get(random.nextInt(batches))
                    .add(new Event(0, 1 + random.nextInt(6), 'T', none, null));
        }
        result.forEach(batch -> Collections.shuffle(batch, random));
        return result;
    }

    private Event event(long key, long sequence) {
        if (random.nextInt(4) == 0) {
            return new Event(key, sequence, 'D', Arrays.asList(null, null, null, null, null), null);
        }
        Object a = random.nextInt(3) == 0 ? null : 1 + random.nextInt(2);
        Object b = random.nextInt(3) == 0 ? null : "xy".substring(0, 1 + random.nextInt(2));
        boolean struct = random.nextInt(3) != 0;
        Object presence = struct ? Boolean.TRUE : null;
        Object x = struct && random.nextInt(3) != 0 ? 1 + random.nextInt(2) : null;
        Object y = struct && random.nextInt(3) != 0 ? "p" + random.nextInt(2) : null;
        List<Boolean> flags = null;
        if (listed) {
            boolean whole = random.nextBoolean();
            flags = Arrays.asList(random.nextBoolean(), random.nextBoolean(), whole, whole, whole);
        }
        return new Event(key, sequence, 'U', Arrays.asList(a, b, presence, x, y), flags);
    }
}
