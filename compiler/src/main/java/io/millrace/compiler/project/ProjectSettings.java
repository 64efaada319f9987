/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.ParameterValue;
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

    PipelineProject apply(
            String name,
            Path root,
            Optional<SparkSpec> spec,
            MillraceSettings settings,
            List<SourceFile> sources) {
        Optional<String> targetName = options.target().or(() -> variable("MILLRACE_TARGET"));
        Target target = targetName.map(wanted -> target(wanted, settings)).orElse(Target.NONE);
        Map<String, String> configuration = new LinkedHashMap<>();
        spec.ifPresent(given -> configuration.putAll(given.configuration()));
        configuration.putAll(target.configuration());
        configuration.putAll(options.configuration());
        return new PipelineProject(
                name,
                variable("MILLRACE_CATALOG")
                        .or(target::catalog)
                        .or(() -> spec.flatMap(SparkSpec::catalog))
                        .orElse("spark_catalog"),
                variable("MILLRACE_SCHEMA")
                        .or(target::schema)
                        .or(() -> spec.flatMap(SparkSpec::schema))
                        .orElse("default"),
                root,
                sources,
                variable("MILLRACE_STORAGE")
                        .or(target::storage)
                        .or(() -> spec.flatMap(SparkSpec::storage))
                        .map(storage -> absolute(storage, root)),
                configuration,
                parameters(settings, target),
                settings.update(),
                settings.notifications(),
                targetName);
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

    private Map<String, ParameterValue> parameters(MillraceSettings settings, Target target) {
        Map<String, ParameterValue> result = new LinkedHashMap<>(settings.parameters());
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

    private Optional<String> variable(String name) {
        return Optional.ofNullable(options.environment().get(name)).filter(v -> !v.isBlank());
    }

    /** A path without a scheme is a local one, relative to the project folder. */
    private static String absolute(String storage, Path root) {
        return SCHEME.matcher(storage).matches() || storage.startsWith("{{")
                ? storage
                : "file:" + root.resolve(storage).normalize();
    }
}
