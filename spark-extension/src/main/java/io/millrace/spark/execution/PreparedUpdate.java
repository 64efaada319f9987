/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.execution;

import io.millrace.spark.RunDiagnostic;
import io.millrace.spark.execution.check.PlanProblems;
import io.millrace.spark.execution.check.UpdateChecks;
import io.millrace.spark.execution.checkpoint.KeptProgress;
import io.millrace.spark.execution.intent.UpdateIntent;
import io.millrace.spark.execution.intent.UpdateSelection;
import io.millrace.spark.execution.resolve.ResolvedGraph;
import io.millrace.spark.execution.table.TableLocations;
import java.util.ArrayList;
import java.util.List;

/** Everything that is known of an update before anything is written. */
record PreparedUpdate(
        UpdateIntent intent,
        TableLocations locations,
        ResolvedGraph resolved,
        KeptProgress progress,
        UpdateChecks checks,
        PlanProblems problems) {

    UpdateSelection selection() {
        return intent.selection();
    }

    /** Why the update cannot be run; empty when it can. */
    List<RunDiagnostic> errors() {
        List<RunDiagnostic> errors = new ArrayList<>(resolved.diagnostics());
        errors.addAll(problems.errors());
        return errors;
    }
}
