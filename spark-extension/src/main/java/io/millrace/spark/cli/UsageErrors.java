/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.compiler.diagnostic.NearestName;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says in a line what is wrong with a command, and where help is: the whole usage would push the
 * line off the screen. Who typed no command at all gets the usage.
 */
final class UsageErrors implements IParameterExceptionHandler {

    @Override
    public int handleParseException(ParameterException error, String[] arguments) {
        CommandLine command = error.getCommandLine();
        PrintWriter err = command.getErr();
        err.println(command.getColorScheme().errorText(message(error)));
        if (arguments.length == 0) {
            command.usage(err, command.getColorScheme());
        } else {
            nearest(error).ifPresent(name -> err.println("did you mean " + name + "?"));
            err.println("see `" + command.getCommandSpec().qualifiedName() + " --help`");
        }
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** The option or command that a mistyped one most likely meant. */
    private static Optional<String> nearest(ParameterException error) {
        if (!(error instanceof UnmatchedArgumentException unmatched)) {
            return Optional.empty();
        }
        CommandSpec command = error.getCommandLine().getCommandSpec();
        String mistyped = unmatched.getUnmatched().get(0);
        return NearestName.of(
                mistyped,
                mistyped.startsWith("-")
                        ? command.optionsMap().keySet()
                        : command.subcommands().keySet());
    }

    /** The parser says "option" twice of an option that takes pairs. */
    private static String message(ParameterException error) {
        String text = error.getMessage().replace("option option", "option");
        return text.replace("should be in KEY=VALUE format but was", "has no `=`:");
    }
}
