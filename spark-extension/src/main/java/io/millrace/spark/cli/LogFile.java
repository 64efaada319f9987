/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import io.millrace.spark.secret.SecretValues;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.appender.FileAppender;
import org.apache.logging.log4j.core.config.Configuration;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilder;
import org.apache.logging.log4j.core.config.builder.api.ConfigurationBuilderFactory;
import org.apache.logging.log4j.core.config.builder.impl.BuiltConfiguration;
import org.apache.logging.log4j.core.layout.AbstractStringLayout;
import org.apache.logging.log4j.core.layout.PatternLayout;

/**
 * Sends what Spark, Delta and Hadoop log to a file under the home folder, so that the user's screen
 * shows only what Millrace has to say.
 */
final class LogFile {

    private static final String PATTERN = "%d{yyyy-MM-dd HH:mm:ss.SSS} %-5p %c{1} %m%n%ex";

    /** A log that has grown beyond this is put aside when the next command starts. */
    private static final long MAX_BYTES = 10L * 1024 * 1024;

    private static volatile Path current;

    /** Log4j holds it weakly: collected, it would be made again with the default settings. */
    private static LoggerContext kept;

    private static boolean silent;

    private LogFile() {}

    /** Must come before the first class of Spark that logs. */
    static synchronized void open(Path home) throws IOException {
        Path folder = Files.createDirectories(home.resolve("logs"));
        Path file = folder.resolve("millrace.log");
        if (Files.exists(file) && Files.size(file) > MAX_BYTES) {
            Files.move(file, folder.resolve("millrace.log.1"), StandardCopyOption.REPLACE_EXISTING);
        }
        ConfigurationBuilder<BuiltConfiguration> builder =
                ConfigurationBuilderFactory.newConfigurationBuilder();
        builder.setStatusLevel(Level.OFF);
        builder.setShutdownHook("disable");
        builder.add(builder.newRootLogger(Level.WARN));
        configure(builder);
        append(file);
        current = file;
    }

    private static void append(Path file) {
        Configuration configuration = kept.getConfiguration();
        Appender appender =
                FileAppender.newBuilder()
                        .setName("file")
                        .withFileName(file.toString())
                        .withAppend(true)
                        .setLayout(
                                new MaskedLayout(
                                        PatternLayout.newBuilder()
                                                .withPattern(PATTERN)
                                                .withCharset(StandardCharsets.UTF_8)
                                                .build()))
                        .setConfiguration(configuration)
                        .build();
        appender.start();
        configuration.addAppender(appender);
        configuration.getRootLogger().addAppender(appender, Level.WARN, null);
        kept.updateLoggers();
    }

    /** A layout whose lines do not hold the values of secrets. */
    private static final class MaskedLayout extends AbstractStringLayout {
        private final PatternLayout lines;

        MaskedLayout(PatternLayout lines) {
            super(StandardCharsets.UTF_8);
            this.lines = lines;
        }

        @Override
        public String toSerializable(LogEvent event) {
            return SecretValues.mask(lines.toSerializable(event));
        }
    }

    /**
     * For commands that write no files: nothing is logged. Without it Spark's parser would set up
     * logging to the screen.
     */
    static synchronized void silence() {
        if (current != null || silent) {
            return;
        }
        ConfigurationBuilder<BuiltConfiguration> builder =
                ConfigurationBuilderFactory.newConfigurationBuilder();
        builder.setStatusLevel(Level.OFF);
        builder.setShutdownHook("disable");
        builder.add(builder.newAppender("nowhere", "Null"));
        builder.add(builder.newRootLogger(Level.OFF).add(builder.newAppenderRef("nowhere")));
        configure(builder);
        silent = true;
    }

    private static void configure(ConfigurationBuilder<BuiltConfiguration> builder) {
        kept = (LoggerContext) LogManager.getContext(false);
        kept.reconfigure(builder.build(false));
    }

    /** Tells where to look, when there is a log. */
    static Optional<String> hint() {
        return Optional.ofNullable(current).map(file -> "the log is in " + file);
    }
}
