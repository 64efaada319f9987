/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.ParameterValue;
import io.millrace.compiler.SkippedDeclarations;
import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.diagnostic.NearestName;
import io.millrace.compiler.project.MillraceSettings.Target;
import io.millrace.compiler.source.SourceFile;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Puts together what the places say in which a pipeline can be configured. The first that says
 * something wins: command line, environment, target block, {@code millrace.yml}, {@code
 * spark-pipeline.yml}, Spark's defaults.
 */
final class ProjectSettings {

    private static final String PARAMETER_VARIABLE = "MILLRACE_PARAM_";
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:.*");

    private final ProjectOptions options;
    private final Diagnostics diagnostics;

    ProjectSettings(ProjectOptions options, Diagnostics diagnostics) {
        this.options = options;
        this.diagnostics = diagnostics;
    }

    /**
     * What was found of a pipeline.
     *
     * @param spec what a spec or a bundle says
     * @param bundleTarget the target of the bundle, which millrace.yml need not have
     */
    record Pipeline(
            String name,
            String stateName,
            Path root,
            Optional<SparkSpec> spec,
            Optional<String> bundleTarget) {

        /** A file or a folder. */
        static Pipeline plain(String name, Path root) {
            return new Pipeline(name, name, root, Optional.empty(), Optional.empty());
        }
    }

    PipelineProject apply(
            Pipeline pipeline,
            MillraceSettings settings,
            List<SourceFile> sources,
            SkippedDeclarations skipped) {
        Optional<SparkSpec> spec = pipeline.spec();
        Optional<String> targetName = pipeline.bundleTarget().or(options::targetName);
        Target target =
                targetName
                        .filter(wanted -> mustHave(wanted, pipeline, settings))
                        .map(wanted -> target(wanted, settings))
                        .orElse(Target.NONE);
        Map<String, String> configuration = new LinkedHashMap<>();
        spec.ifPresent(given -> configuration.putAll(given.configuration()));
        configuration.putAll(target.configuration());
        configuration.putAll(options.configuration());
        if (pipeline.bundleTarget().isEmpty()) {
            rejectBundleOptions(pipeline);
        }
        return new PipelineProject(
                pipeline.name(),
                pipeline.stateName(),
                options.variable("MILLRACE_CATALOG")
                        .or(target::catalog)
                        .or(() -> spec.flatMap(SparkSpec::catalog))
                        .orElse("spark_catalog"),
                options.variable("MILLRACE_SCHEMA")
                        .or(target::schema)
                        .or(() -> spec.flatMap(SparkSpec::schema))
                        .orElse("default"),
                pipeline.root(),
                sources,
                options.variable("MILLRACE_STORAGE")
                        .or(target::storage)
                        .or(() -> spec.flatMap(SparkSpec::storage))
                        .map(storage -> absolute(storage, pipeline.root())),
                configuration,
                parameters(spec, settings, target),
                settings.update().with(configuration),
                settings.notifications(),
                targetName,
                skipped);
    }

    /** The targets of a bundle may have nothing to say in millrace.yml. */
    private static boolean mustHave(String wanted, Pipeline pipeline, MillraceSettings settings) {
        return pipeline.bundleTarget().isEmpty() || settings.targets().containsKey(wanted);
    }

    private void rejectBundleOptions(Pipeline pipeline) {
        options.pipelineName()
                .filter(wanted -> !wanted.equals(pipeline.name()))
                .ifPresent(
                        wanted ->
                                diagnostics.add(
                                        Diagnostic.withoutPlace(
                                                        ErrorCode.MILLRACE_UNKNOWN_PIPELINE, wanted)
                                                .withHint(
                                                        "the only one here is `"
                                                                + pipeline.name()
                                                                + "`")));
        options.variables()
                .keySet()
                .forEach(
                        name ->
                                diagnostics.add(
                                        Diagnostic.withoutPlace(
                                                        ErrorCode.MILLRACE_UNKNOWN_VARIABLE, name)
                                                .withHint(
                                                        "only bundles have variables; --param and"
                                                                + " --set give values to others")));
    }

    private Target target(String wanted, MillraceSettings settings) {
        Target target = settings.targets().get(wanted);
        if (target != null) {
            return target;
        }
        Diagnostic diagnostic = Diagnostic.withoutPlace(ErrorCode.MILLRACE_UNKNOWN_TARGET, wanted);
        diagnostics.add(diagnostic.withHint(targetHint(wanted, settings.targets().keySet())));
        return Target.NONE;
    }

    private static String targetHint(String wanted, java.util.Set<String> known) {
        if (known.isEmpty()) {
            return "`targets` in millrace.yml names them; it has none";
        }
        return NearestName.of(wanted, known)
                .map(near -> "did you mean `" + near + "`?")
                .orElse("millrace.yml has " + String.join(", ", known));
    }

    private Map<String, ParameterValue> parameters(
            Optional<SparkSpec> spec, MillraceSettings settings, Target target) {
        Map<String, ParameterValue> result = new LinkedHashMap<>();
        spec.ifPresent(given -> result.putAll(given.parameters()));
        result.putAll(settings.parameters());
        result.putAll(target.parameters());
        // Sorted, because the order of the environment is not stable.
        new TreeMap<>(options.environment())
                .forEach(
                        (variable, value) -> {
                            if (variable.startsWith(PARAMETER_VARIABLE)) {
                                String name = variable.substring(PARAMETER_VARIABLE.length());
                                put(result, declaredName(name, result), value);
                            }
                        });
        options.parameters().forEach((name, value) -> put(result, name, value));
        return result;
    }

    private static void put(Map<String, ParameterValue> result, String name, String value) {
        ParameterValue replaced = result.getOrDefault(name, ParameterValue.string(""));
        result.put(name, TypedText.replacing(replaced, value));
    }

    /** A variable's name has no case: that of the declared parameter, or lower case. */
    private static String declaredName(String name, Map<String, ParameterValue> declared) {
        return declared.keySet().stream()
                .filter(name::equalsIgnoreCase)
                .findFirst()
                .orElse(name.toLowerCase(Locale.ROOT));
    }

    /** A path without a scheme is a local one, relative to the project folder. */
    private static String absolute(String storage, Path root) {
        return SCHEME.matcher(storage).matches() || storage.startsWith("{{")
                ? storage
                : "file:" + root.resolve(storage).normalize();
    }
}
