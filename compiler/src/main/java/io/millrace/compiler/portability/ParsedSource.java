/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.portability;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.parameter.ParameterSubstitution;
import io.millrace.compiler.parser.PipelineParser;
import io.millrace.compiler.source.SourceFile;
import java.util.List;

/** The statements of a file whose problems compiling has told of already. */
final class ParsedSource {

    private ParsedSource() {}

    static List<Statement> parse(SourceFile source, CompileOptions options) {
        Diagnostics known = new Diagnostics();
        SourceFile effective =
                ParameterSubstitution.apply(
                        source, options.configuration(), options.parameters(), known);
        return PipelineParser.parse(effective, known);
    }
}
