/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.delta.exceptions.DeltaConcurrentModificationException;
import io.millrace.spark.problem.Causes;

/** Tells the failures of a commit that another writer caused. */
public final class ConcurrentChange {

    private ConcurrentChange() {}

    public static boolean is(Throwable failure) {
        for (Throwable cause : Causes.of(failure)) {
            if (cause instanceof DeltaConcurrentModificationException
                    || cause
                            instanceof
                            org.apache.spark.sql.delta.DeltaConcurrentModificationException) {
                return true;
            }
        }
        return false;
    }
}
