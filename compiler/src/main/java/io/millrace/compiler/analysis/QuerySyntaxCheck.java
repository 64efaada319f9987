/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostics;

/** What Spark's parser has to say about the queries. */
final class QuerySyntaxCheck implements Check {

    @Override
    public void check(PipelineModel pipeline, Diagnostics diagnostics) {
        pipeline.flows().forEach(flow -> flow.query().diagnostics().forEach(diagnostics::add));
    }
}
