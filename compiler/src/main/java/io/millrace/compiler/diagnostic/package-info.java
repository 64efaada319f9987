/* SPDX-License-Identifier: Apache-2.0 */
/**
 * What the compiler tells the user: codes, diagnostics, and their rendering as text and JSON.
 * Checks add to {@link io.millrace.compiler.diagnostic.Diagnostics}; nothing here knows about
 * statements.
 */
package io.millrace.compiler.diagnostic;
