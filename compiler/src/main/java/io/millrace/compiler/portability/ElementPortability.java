/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.portability;

import io.millrace.compiler.ast.ColumnDefinition;
import io.millrace.compiler.ast.Expectation;
import io.millrace.compiler.ast.KeyConstraint;
import io.millrace.compiler.ast.RowRule;
import io.millrace.compiler.ast.TableElement;
import io.millrace.compiler.ast.ViolationAction;
import java.util.ArrayList;
import java.util.List;

/** What the items of the list behind a dataset's name need. */
final class ElementPortability {

    private ElementPortability() {}

    static List<Need> of(TableElement element) {
        List<Need> needs = new ArrayList<>();
        if (element instanceof Expectation expectation) {
            expectation(expectation, needs);
        } else if (element instanceof KeyConstraint key) {
            needs.add(new Need(Support.KEY_CONSTRAINT, key.span(), "a key constraint"));
        } else if (element instanceof ColumnDefinition column) {
            column(column, needs);
        }
        return needs;
    }

    private static void expectation(Expectation rule, List<Need> needs) {
        if (!(rule.rule() instanceof RowRule)) {
            needs.add(new Need(Support.ROWS_RULE, rule.rule().span(), "a rule across rows"));
        } else if (rule.action() == ViolationAction.QUARANTINE_ROW) {
            needs.add(new Need(Support.QUARANTINE, rule.span(), "QUARANTINE ROW"));
        } else {
            needs.add(new Need(Support.EXPECTATION, rule.span(), "an expectation"));
        }
    }

    private static void column(ColumnDefinition column, List<Need> needs) {
        if (column.type().isEmpty()) {
            needs.add(
                    new Need(
                            Support.COLUMN_WITHOUT_TYPE, column.span(), "a column without a type"));
        }
        column.mask().ifPresent(mask -> needs.add(new Need(Support.MASK, mask.span(), "MASK")));
        for (KeyConstraint key : column.constraints()) {
            needs.add(new Need(Support.KEY_CONSTRAINT, key.span(), "a key constraint"));
        }
    }
}
