/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.graph.DatasetKind;
import java.util.Optional;

/**
 * How views are read. A streaming view is read with STREAM. A batch view can be read with STREAM
 * when it only projects, filters and unions, since then its rows are those of its sources. A
 * published view reads nothing that the catalog does not show.
 */
final class ViewReadCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        StreamableViews streamable = new StreamableViews(pipeline);
        for (ResolvedFlow flow : pipeline.flows()) {
            boolean published =
                    flow.declaration()
                            .owner()
                            .filter(o -> o.kind() == DatasetKind.VIEW)
                            .isPresent();
            for (ResolvedInput input : flow.needs()) {
                if (input.dataset().isEmpty()) {
                    continue;
                }
                DatasetDeclaration read = input.dataset().get();
                if (published && (read.isTemporaryView() || read.isPrivate())) {
                    reportHidden(flow, input, read, diagnostics);
                }
                if (read.isView()) {
                    checkRead(input, read, pipeline, streamable, diagnostics);
                }
            }
        }
    }

    private static void checkRead(
            ResolvedInput input,
            DatasetDeclaration view,
            PipelineModel pipeline,
            StreamableViews streamable,
            Diagnostics diagnostics) {
        boolean streamingView = pipeline.isStreamingView(input);
        if (streamingView && !input.streaming()) {
            diagnostics.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_BATCH_READ_OF_STREAMING_VIEW,
                                    input.span(),
                                    input.writtenName())
                            .withLabel("batch read")
                            .withHint("FROM STREAM " + input.sql())
                            .withRelated(view.nameSpan(), "the streaming view"));
        }
        if (input.streaming() && !streamingView && view.kind() != DatasetKind.STREAMING_TABLE) {
            Optional<StreamableViews.Obstacle> obstacle = streamable.obstacle(view);
            obstacle.ifPresent(found -> reportObstacle(input, view, found, diagnostics));
        }
    }

    private static void reportObstacle(
            ResolvedInput input,
            DatasetDeclaration view,
            StreamableViews.Obstacle obstacle,
            Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_STREAM_READ_OF_BATCH_VIEW,
                                input.span(),
                                view.word(),
                                input.writtenName(),
                                obstacle.why())
                        .withLabel("streaming read")
                        .withHint(
                                "stream from the tables that the view reads, or read the view as a"
                                        + " batch in a materialized view")
                        .withRelated(obstacle.span(), obstacle.label()));
    }

    private static void reportHidden(
            ResolvedFlow flow,
            ResolvedInput input,
            DatasetDeclaration read,
            Diagnostics diagnostics) {
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_TEMPORARY_VIEW_IN_PUBLISHED_VIEW,
                                input.span(),
                                flow.declaration().target(),
                                read.word(),
                                input.writtenName())
                        .withHint(
                                "CREATE TEMPORARY VIEW "
                                        + flow.declaration().target().sql()
                                        + ", or publish `"
                                        + input.writtenName()
                                        + "`")
                        .withRelated(read.nameSpan(), "declared here"));
    }
}
