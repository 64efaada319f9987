/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.portability;

/** Another engine that runs declarative pipelines in SQL. */
public enum PeerEngine {
    /** Databricks Lakeflow, by its public documentation. */
    LAKEFLOW("Databricks Lakeflow"),
    /** The declarative pipelines of Apache Spark 4.2, by its grammar. */
    SPARK("Apache Spark 4.2");

    private final String title;

    PeerEngine(String title) {
        this.title = title;
    }

    /** How messages call it. */
    public String title() {
        return title;
    }
}
