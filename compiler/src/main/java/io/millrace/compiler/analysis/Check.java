/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

import io.millrace.compiler.diagnostic.Diagnostics;

/** One rule about a pipeline. A check reports what breaks the rule and changes nothing. */
interface Check {

    void check(PipelineModel pipeline, Diagnostics diagnostics);
}
