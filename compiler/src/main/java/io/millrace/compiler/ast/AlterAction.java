/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.ast;

import io.millrace.compiler.source.SourceSpan;

/** What an {@code ALTER} does. */
public sealed interface AlterAction
        permits AlterSchedule, AlterColumn, AlterRowFilter, AlterOwner, AlterProperties, AlterTags {

    SourceSpan span();
}
