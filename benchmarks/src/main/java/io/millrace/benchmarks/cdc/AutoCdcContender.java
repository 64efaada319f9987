/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.benchmarks.cdc;

import io.millrace.compiler.graph.ScdType;
import io.millrace.spark.cdc.Batch;
import io.millrace.spark.cdc.CdcSpec;
import io.millrace.spark.cdc.CdcTarget;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.TableWrite;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** Millrace. */
final class AutoCdcContender implements Contender {

    private final SparkSession session;
    private final String path;
    private final CdcSpec spec;
    private CdcTarget target;

    AutoCdcContender(SparkSession session, String path, int type) {
        this.session = session;
        this.path = path;
        this.spec = spec(type);
    }

    private static CdcSpec spec(int type) {
        List<StructField> columns = Arrays.asList(StructType.fromDDL(Feed.COLUMNS).fields());
        return new CdcSpec(
                "f",
                "t",
                type == 1 ? ScdType.TYPE_1 : ScdType.TYPE_2,
                List.of(DataTypes.createStructField("k", DataTypes.LongType, true)),
                "seq",
                DataTypes.LongType,
                Optional.empty(),
                DataTypes.LongType,
                columns,
                Optional.of("op = 'D'"),
                Optional.empty(),
                Set.of(),
                type == 1 ? Set.of() : Set.copyOf(Feed.PAYLOAD),
                Optional.empty(),
                List.of("k", "a", "b", "c", "d", "e"),
                Map.of(),
                List.of());
    }

    @Override
    public String name() {
        return "millrace";
    }

    @Override
    public void load(Dataset<Row> rows) {
        DeltaTableLog.at(session, path)
                .create(
                        CdcTarget.definition(spec, Optional.empty(), Map.of()),
                        new TableWrite.Mark("generation", 1));
        target = new CdcTarget(session, spec, path, Optional.empty());
        apply(rows, 0);
    }

    @Override
    public void apply(Dataset<Row> changes, int number) {
        session.conf().set("spark.sql.shuffle.partitions", "2");
        target.apply(new Batch(changes, "flow", number, "generation", 1, false));
    }

    @Override
    public void tidy() {
        target.maintain(Instant.now());
    }

    @Override
    public String relation() {
        return "(" + CdcTarget.visible(spec).query("delta.`" + path + "`") + ")";
    }
}
