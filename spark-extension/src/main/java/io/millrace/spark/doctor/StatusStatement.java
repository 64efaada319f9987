/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.doctor;

import io.millrace.spark.catalyst.statement.SessionStatement;
import io.millrace.spark.session.Homes;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/** {@code SHOW MILLRACE STATUS}: the findings as rows. */
public final class StatusStatement implements SessionStatement {

    private static final StructType SCHEMA =
            StructType.fromDDL("`check` STRING, state STRING, detail STRING, remedy STRING");

    @Override
    public String name() {
        return "ShowMillraceStatus";
    }

    @Override
    public StructType schema() {
        return SCHEMA;
    }

    @Override
    public List<Row> run(SparkSession session) {
        return Doctor.examine(session, Homes.of(session)).stream()
                .map(
                        finding ->
                                RowFactory.create(
                                        finding.check(),
                                        finding.state().name(),
                                        finding.detail(),
                                        finding.remedy().orElse(null)))
                .toList();
    }
}
