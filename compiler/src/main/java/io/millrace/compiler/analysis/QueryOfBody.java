/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.AutoCdcFlow;
import io.millrace.compiler.ast.AutoCdcFromSnapshotFlow;
import io.millrace.compiler.ast.FlowBodyVisitor;
import io.millrace.compiler.ast.InsertFlow;
import io.millrace.compiler.ast.ReplaceUsingFlow;
import io.millrace.compiler.ast.ReplaceWhereFlow;
import io.millrace.compiler.ast.SqlFragment;

/** The query, or the source of AUTO CDC. */
final class QueryOfBody implements FlowBodyVisitor<SqlFragment> {

    @Override
    public SqlFragment visitInsertFlow(InsertFlow flow) {
        return flow.query();
    }

    @Override
    public SqlFragment visitReplaceWhereFlow(ReplaceWhereFlow flow) {
        return flow.query();
    }

    @Override
    public SqlFragment visitReplaceUsingFlow(ReplaceUsingFlow flow) {
        return flow.query();
    }

    @Override
    public SqlFragment visitAutoCdcFlow(AutoCdcFlow flow) {
        return flow.source();
    }

    @Override
    public SqlFragment visitAutoCdcFromSnapshotFlow(AutoCdcFromSnapshotFlow flow) {
        return SnapshotVersion.source(flow);
    }
}
