/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.portability;

import io.millrace.compiler.CompileOptions;
import io.millrace.compiler.ast.Statement;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.source.SourceFile;
import java.util.List;

/**
 * Lists what of a pipeline another engine would not take, statement by statement. Only what the
 * text says is judged: whether a query gives the same rows there is not.
 */
public final class PortabilityCheck {

    private PortabilityCheck() {}

    /**
     * A warning for each thing that the engine lacks, in source order. Text that has syntax errors
     * is left out: compiling tells of those.
     */
    public static List<Diagnostic> check(
            List<SourceFile> sources, CompileOptions options, PeerEngine engine) {
        Diagnostics found = new Diagnostics();
        for (SourceFile source : sources) {
            for (Statement statement : ParsedSource.parse(source, options)) {
                PortabilityVisitor visitor = new PortabilityVisitor(engine, found);
                statement.accept(visitor);
            }
        }
        return found.inSourceOrder();
    }
}
