/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import static java.util.Objects.requireNonNull;

import org.apache.spark.sql.SparkSessionExtensions;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/** What Millrace adds to a session, in Spark's own terms. */
public abstract class SessionExtension
        extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {

    private final StoredTableViews views;

    protected SessionExtension(StoredTableViews views) {
        this.views = requireNonNull(views, "views");
    }

    @Override
    public final BoxedUnit apply(SparkSessionExtensions extensions) {
        // These rules run before names are looked up: behind that, a view is an error already.
        extensions.injectHintResolutionRule(
                Functions.of(session -> new StoredTableRule(session, views)));
        return BoxedUnit.UNIT;
    }
}
