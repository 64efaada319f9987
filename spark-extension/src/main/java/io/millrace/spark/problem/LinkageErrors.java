/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.problem;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.function.TableFunctionException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.UnsupportedFileSystemException;
import org.apache.spark.SparkThrowable;

/**
 * Classes that are not on the class path, or are of another version than those that use them. All
 * that can fail while classes are found, linked and set up is told here and nowhere else: which
 * class it is, what needs it, and how to add it.
 */
public final class LinkageErrors {

    private static final Pattern NOT_FOUND = Pattern.compile("Class (\\S+) not found");
    private static final Pattern NOT_INITIALIZED =
            Pattern.compile("Could not initialize class (\\S+)");
    private static final Pattern PROVIDER =
            Pattern.compile("(?s)(\\S+): (?:Provider )?(\\S+) (not found|.*)");
    private static final Pattern SCHEME =
            Pattern.compile("(?i)scheme:? ?\"?([a-z][a-z0-9+.-]*)\"?");
    private static final Pattern CLASS_VERSION =
            Pattern.compile(
                    "(?s)(\\S+) has been compiled by .*?class file version (\\d+)\\.\\d+.*");

    /** The version of class files is that of Java and this. */
    private static final int CLASS_FILES_OF_JAVA = 44;

    /** Conditions with which Spark names the class and what asked for it. */
    private static final Set<String> TOLD_BY_SPARK =
            Set.of("DATA_SOURCE_NOT_FOUND", "CANNOT_LOAD_FUNCTION_CLASS");

    /** What finds classes for others. */
    private static final List<String> FINDERS =
            List.of(
                    "java.",
                    "jdk.",
                    "sun.",
                    "scala.",
                    "org.apache.hadoop.conf.",
                    "org.apache.hadoop.util.ReflectionUtils",
                    "org.apache.spark.util.");

    /** Avro and Kafka, which Spark has told about since before it had conditions. */
    private static final Set<String> SPARKS_OWN_SOURCES =
            Set.of("_LEGACY_ERROR_TEMP_1139", "_LEGACY_ERROR_TEMP_1140");

    private LinkageErrors() {}

    /**
     * The error for the user; empty when the failure is of another kind, or somebody has told of it
     * already.
     *
     * @param settings of Spark, in which what asked for the class is looked for
     */
    public static Optional<QueryException> explain(Throwable error, Map<String, String> settings) {
        Throwable found = null;
        Optional<String> wrapper = Optional.empty();
        for (Throwable t : Causes.of(error)) {
            if (isTold(t)) {
                return Optional.empty();
            }
            Optional<String> source = missingSource(t);
            if (source.isPresent()) {
                return Optional.of(noSource(source.get(), error));
            }
            if (is(t)) {
                wrapper = found == null ? Optional.empty() : outer(found).or(() -> provider(error));
                found = t;
            }
        }
        return found == null
                ? Optional.empty()
                : Optional.of(explain(found, wrapper, settings, error));
    }

    /** Whether the failure itself, whatever led to it, is one of finding or linking a class. */
    public static boolean is(Throwable failure) {
        return failure instanceof LinkageError
                || failure instanceof ClassNotFoundException
                || failure instanceof ServiceConfigurationError
                || failure instanceof UnsupportedFileSystemException;
    }

    /** What to do about one of Spark's conditions that tell of a missing class. */
    public static Optional<String> hint(String condition) {
        return TOLD_BY_SPARK.contains(condition)
                ? Optional.of(LibraryHints.add(Optional.empty()))
                : Optional.empty();
    }

    private static boolean isTold(Throwable t) {
        return t instanceof QueryException
                || t instanceof TableFunctionException
                || (t instanceof SparkThrowable spark && TOLD_BY_SPARK.contains(condition(spark)));
    }

    private static Optional<String> missingSource(Throwable t) {
        return t instanceof SparkThrowable spark && SPARKS_OWN_SOURCES.contains(condition(spark))
                ? Optional.ofNullable(spark.getMessageParameters().get("provider"))
                : Optional.empty();
    }

    private static String condition(SparkThrowable error) {
        return error.getCondition() == null ? "" : error.getCondition();
    }

    private static QueryException noSource(String format, Throwable cause) {
        return new QueryException(
                RunErrorCode.MILLRACE_CLASS_MISSING,
                "the data source `%s` is not on the class path".formatted(format),
                LibraryHints.add(Library.ofFormat(format).flatMap(Library::coordinates)),
                cause);
    }

    private static QueryException explain(
            Throwable t, Optional<String> wrapper, Map<String, String> settings, Throwable cause) {
        String text = String.valueOf(t.getMessage());
        if (t instanceof UnsupportedFileSystemException) {
            return noFileSystem(text, settings, cause);
        }
        Matcher uninitialized = NOT_INITIALIZED.matcher(text);
        if (t instanceof NoClassDefFoundError && uninitialized.matches()) {
            return unusable("the class `%s`".formatted(uninitialized.group(1)), text, cause);
        }
        if (t instanceof ClassNotFoundException || t instanceof NoClassDefFoundError) {
            String name = className(text);
            return missing(name, wrapper.or(() -> user(t)), settings, cause);
        }
        if (t instanceof ServiceConfigurationError) {
            return ofProvider(text, settings, cause);
        }
        if (t instanceof ExceptionInInitializerError initializer) {
            Throwable why = Causes.innermost(initializer);
            String what =
                    outer(t).map("the class `%s`"::formatted).orElse("a class that is needed");
            return unusable(what, why == t ? text : String.valueOf(why), cause);
        }
        if (t instanceof UnsatisfiedLinkError) {
            String what =
                    wrapper.or(() -> user(t))
                            .map("the native library of `%s`"::formatted)
                            .orElse("a native library");
            return unusable(what, text, cause);
        }
        return incompatible(t, text, cause);
    }

    private static QueryException missing(
            String name, Optional<String> user, Map<String, String> settings, Throwable cause) {
        Optional<Library> library = Library.of(name);
        String needs =
                settingOf(name, settings)
                        .map("; the setting `%s` names it"::formatted)
                        .or(() -> library.map(Library::use).map("; it is needed for %s"::formatted))
                        .or(() -> user.map("; `%s` needs it"::formatted))
                        .orElse("");
        String places =
                library.flatMap(Library::scheme)
                        .flatMap(scheme -> settingWith(scheme + "://", settings))
                        .map(", as in the setting `%s`"::formatted)
                        .orElse("");
        return new QueryException(
                RunErrorCode.MILLRACE_CLASS_MISSING,
                "the class `%s` is not on the class path%s%s".formatted(name, needs, places),
                LibraryHints.add(library.flatMap(Library::coordinates)),
                cause);
    }

    private static QueryException noFileSystem(
            String text, Map<String, String> settings, Throwable cause) {
        Matcher matcher = SCHEME.matcher(text);
        String scheme = matcher.find() ? matcher.group(1) : "?";
        String place =
                settingWith(scheme + "://", settings)
                        .map(", as in the setting `%s`"::formatted)
                        .orElse("");
        Optional<Library> library = Library.ofScheme(scheme);
        String hint =
                library.isPresent()
                        ? library.get().scheme().filter(scheme::equals).isPresent()
                                ? LibraryHints.add(library.get().coordinates())
                                : "write %s:// for these paths"
                                        .formatted(library.get().scheme().orElseThrow())
                        : "%s; set spark.hadoop.fs.%s.impl to its class if the jar does not tell it"
                                .formatted(LibraryHints.add(Optional.empty()), scheme);
        return new QueryException(
                RunErrorCode.MILLRACE_CLASS_MISSING,
                "no file system for paths that begin with %s:// is on the class path%s"
                        .formatted(scheme, place),
                hint,
                cause);
    }

    private static QueryException ofProvider(
            String text, Map<String, String> settings, Throwable cause) {
        Matcher matcher = PROVIDER.matcher(text);
        if (matcher.matches() && matcher.group(3).equals("not found")) {
            return missing(
                    matcher.group(2),
                    Optional.of("META-INF/services/" + matcher.group(1)),
                    settings,
                    cause);
        }
        Throwable why = Causes.innermost(cause);
        boolean more = !(why instanceof ServiceConfigurationError);
        String what =
                matcher.matches()
                        ? "`%s`, which META-INF/services/%s of a jar names,"
                                .formatted(matcher.group(2), matcher.group(1))
                        : "a provider that META-INF/services of a jar names";
        return unusable(what, more ? String.valueOf(why) : text, cause);
    }

    private static QueryException unusable(String what, String why, Throwable cause) {
        return new QueryException(
                RunErrorCode.MILLRACE_CLASS_UNUSABLE,
                "%s cannot be set up: %s".formatted(what, line(why)),
                "mend what the message says, or put the jar of another version on the class path",
                cause);
    }

    private static QueryException incompatible(Throwable t, String text, Throwable cause) {
        ClassPathVersions versions = ClassPathVersions.found();
        Matcher version = CLASS_VERSION.matcher(text);
        if (t instanceof UnsupportedClassVersionError && version.matches()) {
            int java = Integer.parseInt(version.group(2)) - CLASS_FILES_OF_JAVA;
            return new QueryException(
                    RunErrorCode.MILLRACE_CLASS_INCOMPATIBLE,
                    "the class `%s` is made for Java %d or newer, and this is Java %s"
                            .formatted(className(version.group(1)), java, versions.java()),
                    "run with Java %d (JAVA_HOME), or take a version of the jar that is made for this Java"
                            .formatted(java),
                    cause);
        }
        String what =
                t instanceof NoSuchMethodError
                        ? "there is no method `%s`".formatted(unquoted(text))
                        : t instanceof NoSuchFieldError
                                ? "there is no field `%s`".formatted(unquoted(text))
                                : "classes do not go together (%s): %s"
                                        .formatted(t.getClass().getSimpleName(), line(text));
        String user = user(t).map(", which `%s` needs"::formatted).orElse("");
        String from =
                LibraryHints.jarOf(unquoted(text))
                        .map("; the class is from %s"::formatted)
                        .orElse("");
        return new QueryException(
                RunErrorCode.MILLRACE_CLASS_INCOMPATIBLE,
                "%s%s%s; this build of Millrace needs %s, and found %s"
                        .formatted(what, user, from, ClassPathVersions.needed(), versions),
                versions.fit()
                        ? "look for a second version of the library on the class path, and keep the one that Spark brings or that its user was made for"
                        : "use these versions, or the Millrace that is made for those found: its name holds them, as in millrace-spark-extension_4.2_2.13",
                cause);
    }

    /** The class that was being set up, or the provider that was being made, when more failed. */
    private static Optional<String> outer(Throwable t) {
        if (t instanceof ServiceConfigurationError) {
            return provider(t);
        }
        if (t instanceof ExceptionInInitializerError) {
            for (Throwable inner : Causes.of(t)) {
                for (StackTraceElement frame : inner.getStackTrace()) {
                    if (frame.getMethodName().equals("<clinit>")) {
                        return Optional.of(frame.getClassName());
                    }
                }
            }
        }
        return Optional.empty();
    }

    private static Optional<String> provider(Throwable error) {
        for (Throwable t : Causes.of(error)) {
            Matcher matcher = PROVIDER.matcher(String.valueOf(t.getMessage()));
            if (t instanceof ServiceConfigurationError && matcher.matches()) {
                return Optional.of(matcher.group(2));
            }
        }
        return Optional.empty();
    }

    /** The class that used another one: the first on the stack that does not only find classes. */
    private static Optional<String> user(Throwable t) {
        for (StackTraceElement frame : t.getStackTrace()) {
            String name = frame.getClassName();
            if (FINDERS.stream().noneMatch(name::startsWith)) {
                return Optional.of(name);
            }
        }
        return Optional.empty();
    }

    private static Optional<String> settingOf(String name, Map<String, String> settings) {
        return settings.entrySet().stream()
                .filter(setting -> List.of(setting.getValue().split("[,\\s]+")).contains(name))
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst();
    }

    private static Optional<String> settingWith(String start, Map<String, String> settings) {
        return settings.entrySet().stream()
                .filter(setting -> setting.getValue().startsWith(start))
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst();
    }

    private static String className(String text) {
        Matcher matcher = NOT_FOUND.matcher(text);
        String name = matcher.matches() ? matcher.group(1) : text;
        return line(name).replace('/', '.');
    }

    private static String unquoted(String text) {
        return line(text).replaceAll("^'|'$", "");
    }

    private static String line(String text) {
        return text.lines().findFirst().orElse("").strip();
    }
}
