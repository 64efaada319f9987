/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.graph.FlowGraph;
import java.util.List;
import java.util.Optional;

/** Turns the statements of all files into the flow graph. */
public final class PipelineAnalysis {

    private static final List<Check> CHECKS =
            List.of(
                    new StatementPlacementCheck(),
                    new CreateModeCheck(),
                    new LegacyFormCheck(),
                    new NamePartsCheck(),
                    new ReservedNameCheck(),
                    new DuplicateDatasetCheck(),
                    new DuplicateFlowCheck(),
                    new RepeatedClauseCheck(),
                    new ClauseSupportCheck(),
                    new ScheduleCheck(),
                    new PropertyCheck(),
                    new ShownSettingCheck(),
                    new PlacementColumnsCheck(),
                    new ColumnDefinitionCheck(),
                    new ColumnExpressionCheck(),
                    new IdentityColumnCheck(),
                    new KeyConstraintCheck(),
                    new ExpectationPlacementCheck(),
                    new ExpectationRuleCheck(),
                    new QuarantineCheck(),
                    new QuerySyntaxCheck(),
                    new ReferenceCheck(),
                    new FlowTargetCheck(),
                    new DatasetWithoutFlowCheck(),
                    new MaterializedViewFlowsCheck(),
                    new MixedFlowKindsCheck(),
                    new ByNameCheck(),
                    new ImportCheckpointCheck(),
                    new StreamingSourceCheck(),
                    new LegacyFileReadCheck(),
                    new FileOptionsCheck(),
                    new KafkaOptionsCheck(),
                    new TableChangesCheck(),
                    new BatchQueryCheck(),
                    new ViewReadCheck(),
                    new MetricViewCheck(),
                    new RewrittenSourceCheck(),
                    new StreamingOperatorCheck(),
                    new SinkOptionsCheck(),
                    new StreamOptionCheck(),
                    new WatermarkDelayCheck(),
                    new OutputColumnsCheck(),
                    new ReplaceFlowCheck(),
                    new CdcClauseCheck(),
                    new CdcSourceCheck(),
                    new CdcColumnsCheck(),
                    new CdcExpressionCheck(),
                    new CdcTargetColumnsCheck(),
                    new CdcTargetClausesCheck(),
                    new CdcSequenceTrackedCheck(),
                    new CdcAgreementCheck(),
                    new SettingsCheck(),
                    new CycleCheck(),
                    new EmptyPipelineCheck());

    private PipelineAnalysis() {}

    /**
     * The graph of a pipeline; empty when there are errors.
     *
     * @param files the statements of each file
     * @param diagnostics gets everything that is wrong, and may hold errors of earlier steps
     */
    public static Optional<FlowGraph> analyze(
            CompileOptions options, List<List<Statement>> files, Diagnostics diagnostics) {
        BrokenStatements broken = new BrokenStatements(diagnostics);
        DeclarationCollector collector = new DeclarationCollector(options, diagnostics);
        files.forEach(collector::addFile);
        Declarations declarations = collector.declarations();
        FlowResolver resolver = new FlowResolver(options, declarations.datasets());
        PipelineModel pipeline =
                new PipelineModel(
                        options,
                        declarations,
                        resolver.index(),
                        declarations.flows().stream().map(resolver::resolve).toList(),
                        broken);
        CHECKS.forEach(check -> check.check(pipeline, diagnostics));
        return diagnostics.hasErrors()
                ? Optional.empty()
                : Optional.of(new GraphBuilder(pipeline).build());
    }
}
