/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.portability;

import io.millrace.compiler.ast.ApplyChanges;
import io.millrace.compiler.ast.AutoCdcFlow;
import io.millrace.compiler.ast.AutoCdcFromSnapshotFlow;
import io.millrace.compiler.ast.CreateFlow;
import io.millrace.compiler.ast.CreateMaterializedView;
import io.millrace.compiler.ast.CreateStreamingTable;
import io.millrace.compiler.ast.CreateTable;
import io.millrace.compiler.ast.CreateView;
import io.millrace.compiler.ast.FlowBody;
import io.millrace.compiler.ast.InsertFlow;
import io.millrace.compiler.ast.ReplaceUsingFlow;
import io.millrace.compiler.ast.ReplaceWhereFlow;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.source.SourceSpan;
import java.util.Optional;

/** The texts of a statement that Spark reads: its query, or the source of its changes. */
final class StatementQueries {

    private StatementQueries() {}

    /**
     * @param relation whether it is what stands behind FROM, not a whole query
     */
    record Text(SourceSpan span, boolean relation) {}

    static Optional<Text> of(Statement statement) {
        if (statement instanceof CreateView view) {
            return Optional.of(new Text(view.query().span(), false));
        }
        return flow(statement).map(StatementQueries::text);
    }

    private static Optional<FlowBody> flow(Statement statement) {
        if (statement instanceof CreateStreamingTable table) {
            return table.flow();
        }
        if (statement instanceof CreateTable table) {
            return table.flow();
        }
        if (statement instanceof CreateMaterializedView view) {
            return Optional.of(view.flow());
        }
        if (statement instanceof CreateFlow flow) {
            return Optional.of(flow.body());
        }
        if (statement instanceof ApplyChanges apply) {
            return Optional.of(apply.body());
        }
        return Optional.empty();
    }

    private static Text text(FlowBody body) {
        if (body instanceof AutoCdcFlow cdc) {
            return new Text(cdc.source().span(), true);
        }
        if (body instanceof AutoCdcFromSnapshotFlow cdc) {
            return new Text(cdc.source().span(), true);
        }
        if (body instanceof InsertFlow insert) {
            return new Text(insert.query().span(), false);
        }
        if (body instanceof ReplaceWhereFlow replace) {
            return new Text(replace.query().span(), false);
        }
        return new Text(((ReplaceUsingFlow) body).query().span(), false);
    }
}
