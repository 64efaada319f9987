/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.ast.Statement;
import java.util.List;

/** Everything that the files say, in source order. */
record Declarations(
        List<Statement> statements,
        List<DatasetDeclaration> datasets,
        List<FlowDeclaration> flows) {

    Declarations {
        statements = List.copyOf(statements);
        datasets = List.copyOf(datasets);
        flows = List.copyOf(flows);
    }
}
