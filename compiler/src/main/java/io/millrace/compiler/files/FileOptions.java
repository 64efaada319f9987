/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.files;

import static java.util.Objects.requireNonNull;

import io.millrace.compiler.diagnostic.NearestName;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Judges options of {@code read_files} and its older forms. */
public final class FileOptions {

    private static final String PREFIX = "cloudfiles.";

    /**
     * Options of the dialect that are not executed, in lower case: right in a file, refused when it
     * is run.
     */
    private static final Set<String> NOT_EXECUTED =
            Set.of(
                    "backfillinterval",
                    "cleansource",
                    "cleansource.movedestination",
                    "cleansource.retentionduration",
                    "fetchparallelism",
                    "maxfileage",
                    "pathrewrites",
                    "queueurl",
                    "region",
                    "resourcetag",
                    "useincrementallisting",
                    "validateoptions");

    /** Formats of the dialect that are not read, in lower case. */
    private static final Set<String> FORMATS_NOT_READ = Set.of("file");

    private FileOptions() {}

    /**
     * What is wrong with an option.
     *
     * @param name as the message shall call it
     * @param what the rest of the sentence
     * @param nearest the option that was most likely meant
     */
    public record Objection(String name, String what, Optional<String> nearest) {
        public Objection {
            requireNonNull(name, "name");
            requireNonNull(what, "what");
            requireNonNull(nearest, "nearest");
        }
    }

    /** The option's own name, without {@code cloudFiles.} in front. */
    public static String plainName(String given) {
        return given.toLowerCase(Locale.ROOT).startsWith(PREFIX)
                ? given.substring(PREFIX.length())
                : given;
    }

    /** Whether the dialect has the option, but it is not executed, or not with this value. */
    public static boolean isNotExecuted(String given, String value) {
        String name = plainName(given);
        return NOT_EXECUTED.contains(name.toLowerCase(Locale.ROOT))
                || FixedOptions.objection(name, value).isPresent();
    }

    /** Whether the dialect has the format, but such files are not read. */
    public static boolean isFormatNotRead(String format) {
        return FORMATS_NOT_READ.contains(format.strip().toLowerCase(Locale.ROOT));
    }

    /** What is wrong with the name of an option; empty when the dialect has it. */
    public static Optional<Objection> unknown(String given) {
        String name = plainName(given);
        boolean known =
                FixedOptions.contains(name)
                        || KnownOptions.find(name).isPresent()
                        || NOT_EXECUTED.contains(name.toLowerCase(Locale.ROOT));
        return known
                ? Optional.empty()
                : Optional.of(
                        new Objection(
                                given,
                                "is not an option of read_files",
                                NearestName.of(name, KnownOptions.names())));
    }

    /** What is wrong with an option and its value; empty when it can be executed. */
    public static Optional<Objection> objection(String given, String value) {
        String name = plainName(given);
        if (FixedOptions.contains(name)) {
            return FixedOptions.objection(name, value)
                    .map(what -> new Objection(name, what, Optional.empty()));
        }
        Optional<Objection> unknown = unknown(given);
        if (unknown.isPresent()) {
            return unknown;
        }
        Optional<KnownOptions.Option> option = KnownOptions.find(name);
        if (option.isEmpty()) {
            return Optional.of(
                    new Objection(given, "of read_files is not executed", Optional.empty()));
        }
        return option.filter(known -> !known.kind().accepts(value.strip()))
                .map(
                        known ->
                                new Objection(
                                        known.name(),
                                        "must be %s, not '%s'"
                                                .formatted(known.kind().description(), value),
                                        Optional.empty()));
    }

    /**
     * What is wrong with giving an option, whose name is known, for files of a format: it promises
     * something that such files can't give.
     */
    public static Optional<Objection> objection(String given, FileFormat format) {
        return ofOtherFormats(given, format, false);
    }

    /** Why an option, whose name is known, is left out when files of a format are read. */
    public static Optional<Objection> unused(String given, FileFormat format) {
        return ofOtherFormats(given, format, true);
    }

    private static Optional<Objection> ofOtherFormats(
            String given, FileFormat format, boolean reader) {
        return KnownOptions.find(plainName(given))
                .filter(option -> option.reader() == reader)
                .filter(option -> !option.formats().isEmpty())
                .filter(option -> !option.formats().contains(format.key()))
                .map(
                        option ->
                                new Objection(
                                        option.name(),
                                        "is an option of %s, but the format is %s"
                                                .formatted(
                                                        option.formats().stream()
                                                                .sorted()
                                                                .collect(Collectors.joining(", ")),
                                                        format.key()),
                                        Optional.empty()));
    }
}
