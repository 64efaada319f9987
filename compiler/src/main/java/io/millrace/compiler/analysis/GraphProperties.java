/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.analysis;

/** Properties in which the graph keeps clauses that nothing executes. */
final class GraphProperties {

    static final String SCHEDULE = "millrace.schedule";
    static final String PRIMARY_KEY = "millrace.constraint.primaryKey";
    static final String FOREIGN_KEY = "millrace.constraint.foreignKey";

    /** Behind the key of a kind of constraint: the names that the user gave. */
    static final String CONSTRAINT_NAME = ".name";

    private GraphProperties() {}
}
