/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static java.util.Objects.requireNonNull;

import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** An update that was not begun, because another one of the pipeline is running. */
public final class PipelineBusyException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String pipeline;
    private final transient Optional<LeaseHolder> holder;

    /**
     * @param holder empty when it has only just begun and is not known yet
     */
    public PipelineBusyException(String pipeline, Optional<LeaseHolder> holder) {
        super(message(requireNonNull(pipeline, "pipeline"), holder));
        this.pipeline = pipeline;
        this.holder = holder;
    }

    private static String message(String pipeline, Optional<LeaseHolder> holder) {
        String what = "another update of pipeline `%s` is running".formatted(pipeline);
        return holder.map(
                        by ->
                                "%s: update %s of %s in process %d on %s, since %s"
                                        .formatted(
                                                what,
                                                by.updateId(),
                                                by.user(),
                                                by.pid(),
                                                by.host(),
                                                by.since().truncatedTo(ChronoUnit.SECONDS)))
                .orElse(what);
    }

    public String pipeline() {
        return pipeline;
    }

    public Optional<LeaseHolder> holder() {
        return holder;
    }
}
