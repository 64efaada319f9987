/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import io.delta.exceptions.DeltaConcurrentModificationException;

/** Tells the failures of a commit that another writer caused. */
public final class ConcurrentChange {

    private ConcurrentChange() {}

    public static boolean is(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
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
