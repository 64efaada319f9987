/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.diagnostic.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Chooses a pipeline of a bundle and reads it. */
final class BundleLoader {

    private static final String TARGET_VARIABLE = "DATABRICKS_BUNDLE_TARGET";

    private final ProjectOptions options;
    private final Diagnostics diagnostics;

    BundleLoader(ProjectOptions options, Diagnostics diagnostics) {
        this.options = options;
        this.diagnostics = diagnostics;
    }

    /**
     * A pipeline that was chosen.
     *
     * @param stateName what its state is kept under: bundle, target and key, so that targets do not
     *     mix, and a new name leaves everything where it is
     */
    record Chosen(SparkSpec spec, String stateName, String target) {}

    /** The target that is asked for. */
    Optional<String> wantedTarget() {
        return options.targetName().or(() -> options.variable(TARGET_VARIABLE));
    }

    /** Empty after an error was added. */
    Optional<Chosen> choose(Bundle bundle) {
        BundleVariables variables = new BundleVariables(bundle, options, diagnostics);
        BundleReferences references = new BundleReferences(bundle, variables, options);
        return key(bundle, references)
                .map(
                        key ->
                                new Chosen(
                                        new BundlePipeline(bundle, references, key).read(),
                                        String.join(".", bundle.name(), bundle.target(), key),
                                        bundle.target()));
    }

    private Optional<String> key(Bundle bundle, BundleReferences references) {
        List<String> keys = List.copyOf(bundle.pipelines().keySet());
        Optional<String> wanted = options.pipelineName();
        if (wanted.isEmpty()) {
            if (keys.size() == 1) {
                return Optional.of(keys.get(0));
            }
            diagnostics.add(
                    Diagnostic.withoutPlace(
                                    ErrorCode.MILLRACE_PIPELINE_NOT_CHOSEN,
                                    keys.size(),
                                    String.join(", ", keys))
                            .withHint("--pipeline " + keys.get(0)));
            return Optional.empty();
        }
        if (keys.contains(wanted.get())) {
            return wanted;
        }
        List<String> names = new ArrayList<>(keys);
        for (String key : keys) {
            String name = new BundlePipeline(bundle, references, key).name();
            if (name.equals(wanted.get())) {
                return Optional.of(key);
            }
            names.add(name);
        }
        diagnostics.add(unknown(wanted.get(), names, keys));
        return Optional.empty();
    }

    private static Diagnostic unknown(String wanted, List<String> names, List<String> keys) {
        return Diagnostic.withoutPlace(ErrorCode.MILLRACE_UNKNOWN_PIPELINE, wanted)
                .withHint(
                        NearestName.of(wanted, names)
                                .map(near -> "did you mean `" + near + "`?")
                                .orElse("the bundle has " + String.join(", ", keys)));
    }
}
