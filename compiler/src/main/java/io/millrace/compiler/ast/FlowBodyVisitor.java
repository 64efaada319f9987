/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

/**
 * One method for every kind of {@link FlowBody}; no defaults, so that a new kind must be handled
 * everywhere.
 */
public interface FlowBodyVisitor<R> {

    R visitInsertFlow(InsertFlow insertFlow);

    R visitReplaceWhereFlow(ReplaceWhereFlow replaceWhereFlow);

    R visitReplaceUsingFlow(ReplaceUsingFlow replaceUsingFlow);

    R visitAutoCdcFlow(AutoCdcFlow autoCdcFlow);

    R visitAutoCdcFromSnapshotFlow(AutoCdcFromSnapshotFlow autoCdcFromSnapshotFlow);
}
