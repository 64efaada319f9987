/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import org.apache.logging.log4j.LogManager;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command {@code millrace}: SQL pipelines on Spark. */
@Command(
        name = "millrace",
        versionProvider = Version.class,
        mixinStandardHelpOptions = true,
        scope = CommandLine.ScopeType.INHERIT,
        sortOptions = false,
        usageHelpAutoWidth = true,
        synopsisSubcommandLabel = "COMMAND",
        commandListHeading = "%nCommands:%n",
        optionListHeading = "%nOptions:%n",
        parameterListHeading = "%n",
        descriptionHeading = "%n",
        description = "Compiles and runs pipelines written in SQL.")
public final class Millrace implements Runnable {

    @Spec private CommandLine.Model.CommandSpec spec;

    @Option(
            names = "--debug",
            scope = CommandLine.ScopeType.INHERIT,
            description = "Print stack traces of unexpected errors.")
    private boolean debug;

    private Millrace() {}

    public static void main(String[] args) {
        Terminal terminal = Terminal.ofProcess();
        // Who waits for a thread hears of its error; the trace belongs into the log.
        Thread.setDefaultUncaughtExceptionHandler(
                (thread, error) ->
                        LogManager.getLogger(Millrace.class)
                                .error("thread {} has ended", thread.getName(), error));
        int exitCode = execute(terminal, args);
        terminal.flush();
        System.exit(exitCode);
    }

    /**
     * Runs a command in this process, as a user types it, and returns its exit code. When Spark
     * runs already, the command uses it and leaves it running.
     */
    public static int run(PrintStream out, PrintStream err, String... arguments) {
        Terminal terminal = new Terminal(out, err, System.getenv(), false);
        int exitCode = execute(terminal, arguments);
        terminal.flush();
        return exitCode;
    }

    /** Runs a command in this process. */
    static int execute(Terminal terminal, String... args) {
        Millrace millrace = new Millrace();
        CommandLine commandLine = new CommandLine(millrace);
        commandLine.addSubcommand(new InitCommand(terminal));
        commandLine.addSubcommand(new ValidateCommand(terminal));
        commandLine.addSubcommand(new GraphCommand(terminal));
        commandLine.addSubcommand(new PlanCommand(terminal));
        commandLine.addSubcommand(new RunCommand(terminal));
        commandLine.addSubcommand(new QueryCommand(terminal));
        commandLine.addSubcommand(new EventsCommand(terminal));
        commandLine.addSubcommand(new DoctorCommand(terminal));
        commandLine.addSubcommand(new WarmUpCommand());
        commandLine.setCaseInsensitiveEnumValuesAllowed(true);
        commandLine.setOut(writer(terminal.out()));
        commandLine.setErr(writer(terminal.err()));
        commandLine.setColorScheme(
                CommandLine.Help.defaultColorScheme(terminal.coloured() ? Ansi.ON : Ansi.OFF));
        commandLine.setParameterExceptionHandler(new UsageErrors());
        commandLine.setExecutionExceptionHandler(
                (exception, command, result) ->
                        Failures.report(terminal, exception, millrace.debug));
        try {
            return commandLine.execute(args);
        } catch (Error e) {
            // The library hands on exceptions only, and a class that is missing is none.
            return Failures.report(terminal, e, millrace.debug);
        }
    }

    private static PrintWriter writer(PrintStream stream) {
        return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "missing command");
    }
}
