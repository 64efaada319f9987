/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

/**
 * One method for every kind of {@link Statement}; no defaults, so that a new kind must be handled
 * everywhere.
 */
public interface StatementVisitor<R> {

    R visitCreateStreamingTable(CreateStreamingTable createStreamingTable);

    R visitCreateMaterializedView(CreateMaterializedView createMaterializedView);

    R visitCreateView(CreateView createView);

    R visitCreateMetricView(CreateMetricView createMetricView);

    R visitCreateTable(CreateTable createTable);

    R visitCreateFlow(CreateFlow createFlow);

    R visitCreateSink(CreateSink createSink);

    R visitApplyChanges(ApplyChanges applyChanges);

    R visitSetProperty(SetProperty setProperty);

    R visitUseNamespace(UseNamespace useNamespace);

    R visitRefreshDataset(RefreshDataset refreshDataset);

    R visitAlterDataset(AlterDataset alterDataset);

    R visitDropDataset(DropDataset dropDataset);

    R visitExplainMaterializedView(ExplainMaterializedView explainMaterializedView);

    R visitOtherStatement(OtherStatement otherStatement);
}
