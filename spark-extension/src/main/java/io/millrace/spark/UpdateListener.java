/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

/**
 * Told of what happens in an update while it happens. Calls come from several threads, never two at
 * once for the same flow; a listener must be quick and must not throw.
 */
public interface UpdateListener {

    /** Hears nothing. */
    UpdateListener NONE = new UpdateListener() {};

    /** The update has its id and knows its flows; nothing has run yet. */
    default void updateStarted(String updateId, int flows) {}

    /** A flow reached a new status; the result holds what is known so far. */
    default void flowChanged(FlowResult flow) {}

    /** Something that the user should read but that stops nothing. */
    default void warning(String message) {}

    default void updateFinished(UpdateResult result) {}
}
