/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.problem;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/** The errors that led to an error. */
public final class Causes {

    private Causes() {}

    /**
     * The error, its cause, the cause of that, and so on; never empty. Where a chain comes back to
     * itself, it ends.
     */
    public static List<Throwable> of(Throwable error) {
        requireNonNull(error, "error");
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        List<Throwable> chain = new ArrayList<>();
        for (Throwable t = error; t != null && seen.add(t); t = t.getCause()) {
            chain.add(t);
        }
        return Collections.unmodifiableList(chain);
    }

    /** The error that began it: the last that {@link #of} gives. */
    public static Throwable innermost(Throwable error) {
        List<Throwable> chain = of(error);
        return chain.get(chain.size() - 1);
    }
}
