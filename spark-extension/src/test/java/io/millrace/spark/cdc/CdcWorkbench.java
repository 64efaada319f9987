/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import static org.apache.spark.sql.functions.expr;
import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.graph.ScdType;
import io.millrace.spark.SharedSparkSession;
import io.millrace.spark.catalyst.SchemaTypes;
import io.millrace.spark.cdc.BatchApplier.Engine;
import io.millrace.spark.cdc.BatchApplier.Failpoint;
import io.millrace.spark.cdc.Oracle.Event;
import io.millrace.spark.cdc.Oracle.Rules;
import io.millrace.spark.cdc.Oracle.Version;
import io.millrace.spark.delta.DeltaTableLog;
import io.millrace.spark.delta.RowLevelTable;
import io.millrace.spark.delta.TableWrite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/** A target for generated histories, and the oracle's rules that fit it. */
final class CdcWorkbench {

    private static final AtomicInteger COUNTER = new AtomicInteger();

    private static final StructType STRUCT =
            new StructType().add("x", DataTypes.IntegerType).add("y", DataTypes.StringType);
    private static final StructType SOURCE =
            new StructType()
                    .add("k", DataTypes.LongType)
                    .add("seq", DataTypes.LongType)
                    .add("op", DataTypes.StringType)
                    .add("a", DataTypes.IntegerType)
                    .add("b", DataTypes.StringType)
                    .add("s", STRUCT)
                    .add("listed", DataTypes.createArrayType(DataTypes.StringType));

    private static final DataType MAP =
            DataTypes.createMapType(
                    DataTypes.StringType,
                    new StructType()
                            .add("a", DataTypes.IntegerType)
                            .add("b", DataTypes.StringType));

    /** Equal maps come with their entries and the fields of their structs in any order. */
    private static final String MAP_SQL =
            """
            if(seq % 2 = 0,
               map('p', named_struct('b', b, 'a', a), 'q', named_struct('b', 'q', 'a', 0)),
               map('q', named_struct('b', 'q', 'a', 0), 'p', named_struct('b', b, 'a', a)))\
            """;

    /** How keys look in the target. */
    enum KeyForm {
        LONG("k", "k"),
        TEXT("concat('key-', k)", "cast(substring(k, 5) as bigint)"),
        COMPOSITE("", ""),
        /** Given with blanks at its end or without. */
        CHAR(
                "concat('k', k, space(cast(seq % 3 as int)))",
                "cast(substring(rtrim(k), 2) as bigint)"),
        DOUBLE("cast(k as double)", "cast(k as bigint)");

        private final String to;
        private final String from;

        KeyForm(String to, String from) {
            this.to = to;
            this.from = from;
        }
    }

    /** How sequences look in the target; all keep the order of the numbers. */
    enum SequenceForm {
        LONG("seq", DataTypes.LongType, "%s"),
        TIMESTAMP("timestamp_micros(seq)", DataTypes.TimestampType, "unix_micros(%s)"),
        TEXT("lpad(cast(seq as string), 4, '0')", DataTypes.StringType, "cast(%s as bigint)"),
        STRUCT(
                "struct(cast(seq div 4 as int) as major, cast(seq % 4 as int) as minor)",
                new StructType()
                        .add("major", DataTypes.IntegerType)
                        .add("minor", DataTypes.IntegerType),
                "%1$s.major * 4L + %1$s.minor");

        private final String sql;
        private final DataType type;
        private final String back;

        SequenceForm(String sql, DataType type, String back) {
            this.sql = sql;
            this.type = type;
            this.back = back;
        }
    }

    /** What is tried. */
    record Setup(
            int type,
            Engine engine,
            Set<String> ignoreNull,
            Set<String> tracked,
            boolean listed,
            boolean truncates,
            KeyForm keys,
            SequenceForm sequences,
            boolean merge,
            boolean mapped) {

        static Setup of(int type, Engine engine) {
            return new Setup(
                    type,
                    engine,
                    Set.of(),
                    Set.of("a", "b", "s"),
                    false,
                    false,
                    KeyForm.LONG,
                    SequenceForm.LONG,
                    false,
                    false);
        }

        /** Whether all columns change together, so that one may follow from others. */
        boolean hasMap() {
            return ignoreNull.isEmpty() && !listed && keys != KeyForm.LONG;
        }

        Setup ignoring(String... columns) {
            return new Setup(
                    type,
                    engine,
                    Set.of(columns),
                    tracked,
                    listed,
                    truncates,
                    keys,
                    sequences,
                    merge,
                    mapped);
        }

        Setup tracking(String... columns) {
            return new Setup(
                    type,
                    engine,
                    ignoreNull,
                    Set.of(columns),
                    listed,
                    truncates,
                    keys,
                    sequences,
                    merge,
                    mapped);
        }

        Setup withListed() {
            return new Setup(
                    type,
                    engine,
                    ignoreNull,
                    tracked,
                    true,
                    truncates,
                    keys,
                    sequences,
                    merge,
                    mapped);
        }

        Setup withTruncates() {
            return new Setup(
                    type,
                    engine,
                    ignoreNull,
                    tracked,
                    listed,
                    true,
                    keys,
                    sequences,
                    merge,
                    mapped);
        }

        /** Commits by MERGE. */
        Setup byMerge() {
            return new Setup(
                    type,
                    engine,
                    ignoreNull,
                    tracked,
                    listed,
                    truncates,
                    keys,
                    sequences,
                    true,
                    mapped);
        }

        /** Columns have names of their own in the files. */
        Setup withMapping() {
            return new Setup(
                    type,
                    engine,
                    ignoreNull,
                    tracked,
                    listed,
                    truncates,
                    keys,
                    sequences,
                    merge,
                    true);
        }

        Setup forms(KeyForm newKeys, SequenceForm newSequences) {
            return new Setup(
                    type,
                    engine,
                    ignoreNull,
                    tracked,
                    listed,
                    truncates,
                    newKeys,
                    newSequences,
                    merge,
                    mapped);
        }
    }

    final Setup setup;
    final String path;
    final CdcSpec spec;
    private final SparkSession session = light();

    CdcWorkbench(Setup setup) {
        this.setup = setup;
        this.path =
                SharedSparkSession.warehouse() + "/__cdc_workbench/t" + COUNTER.incrementAndGet();
        this.spec = spec();
        DeltaTableLog.at(session, path)
                .create(
                        CdcTarget.definition(
                                spec,
                                Optional.empty(),
                                setup.mapped()
                                        ? Map.of("delta.columnMapping.mode", "name")
                                        : Map.of()),
                        new TableWrite.Mark("generation", 0));
    }

    /** Small work runs faster without what large work needs. */
    private static SparkSession light() {
        SparkSession session = SharedSparkSession.get().newSession();
        session.conf().set("spark.sql.codegen.wholeStage", "false");
        session.conf().set("spark.sql.codegen.factoryMode", "NO_CODEGEN");
        session.conf().set("spark.sql.adaptive.enabled", "false");
        session.conf().set("spark.sql.shuffle.partitions", "2");
        return session;
    }

    private CdcSpec spec() {
        List<StructField> keys =
                switch (setup.keys()) {
                    case LONG -> List.of(field("k", DataTypes.LongType));
                    case TEXT -> List.of(field("k", DataTypes.StringType));
                    case DOUBLE -> List.of(field("k", DataTypes.DoubleType));
                    case CHAR ->
                            List.of(
                                    SchemaTypes.withoutCharTypes(
                                                    new StructType()
                                                            .add("k", DataTypes.createCharType(8)))
                                            .fields()[0]);
                    case COMPOSITE ->
                            List.of(
                                    field("k1", DataTypes.StringType),
                                    field("k2", DataTypes.IntegerType));
                };
        List<StructField> columns =
                new ArrayList<>(
                        List.of(
                                field("a", DataTypes.IntegerType),
                                field("b", DataTypes.StringType),
                                field("s", STRUCT)));
        if (setup.hasMap()) {
            columns.add(field("m", MAP));
        }
        List<String> order = new ArrayList<>(keys.stream().map(StructField::name).toList());
        columns.forEach(column -> order.add(column.name()));
        return new CdcSpec(
                "f",
                "t",
                setup.type() == 1 ? ScdType.TYPE_1 : ScdType.TYPE_2,
                keys,
                setup.sequences().sql,
                setup.sequences().type,
                Optional.empty(),
                setup.sequences().type,
                columns,
                Optional.of("op = 'D'"),
                setup.truncates() ? Optional.of("op = 'T'") : Optional.empty(),
                setup.ignoreNull(),
                setup.type() == 1 ? Set.of() : tracked(),
                setup.listed() ? Optional.of("listed") : Optional.empty(),
                order,
                Map.of(),
                List.of());
    }

    /** The map follows from the columns, so that it changes when they do. */
    private Set<String> tracked() {
        Set<String> tracked = new HashSet<>(setup.tracked());
        if (setup.hasMap() && tracked.containsAll(Set.of("a", "b"))) {
            tracked.add("m");
        }
        return tracked;
    }

    private static StructField field(String name, DataType type) {
        return DataTypes.createStructField(name, type, true);
    }

    Rules rules() {
        boolean a = setup.ignoreNull().contains("a");
        boolean b = setup.ignoreNull().contains("b");
        boolean s = setup.ignoreNull().contains("s");
        boolean[] ignoreNull = {a, b, s, s, s};
        int[] units = {a ? 1 : 0, b ? 2 : 0, s ? 3 : 0, s ? 4 : 0, s ? 5 : 0};
        if (setup.listed()) {
            units = new int[] {0, 1, 2, 2, 2};
        }
        boolean trackS = setup.tracked().contains("s");
        boolean[] tracked = {
            setup.tracked().contains("a"), setup.tracked().contains("b"), trackS, trackS, trackS
        };
        return new Rules(ignoreNull, units, tracked, setup.listed());
    }

    /** The events as rows of a source. */
    Dataset<Row> source(Collection<Event> events) {
        List<Row> rows = new ArrayList<>();
        for (Event event : events) {
            List<Object> values = event.values();
            Row struct =
                    values.get(2) == null ? null : RowFactory.create(values.get(3), values.get(4));
            List<String> listed = null;
            if (event.listed() != null) {
                listed = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    if (event.listed().get(i)) {
                        listed.add(List.of("a", "B", "s").get(i));
                    }
                }
            }
            rows.add(
                    RowFactory.create(
                            event.kind() == 'T' ? null : event.key(),
                            event.sequence(),
                            String.valueOf(event.kind()),
                            values.get(0),
                            values.get(1),
                            struct,
                            listed == null ? null : listed.toArray(new String[0])));
        }
        // In tasks, as those of a real source.
        JavaRDD<Row> distributed =
                JavaSparkContext.fromSparkContext(session.sparkContext()).parallelize(rows, 2);
        Dataset<Row> source = session.createDataFrame(distributed, SOURCE);
        if (setup.hasMap()) {
            source = source.withColumn("m", expr(MAP_SQL));
        }
        return switch (setup.keys()) {
            case COMPOSITE ->
                    source.withColumn("k1", expr("concat('p', k div 7)"))
                            .withColumn("k2", expr("cast(k % 7 as int)"))
                            .drop("k");
            default -> source.withColumn("k", expr(setup.keys().to));
        };
    }

    BatchCounts apply(Collection<Event> events, String mark, long number) {
        return apply(events, mark, number, step -> {});
    }

    BatchCounts apply(Collection<Event> events, String mark, long number, Failpoint failpoint) {
        return apply(source(events), mark, number, failpoint);
    }

    /** Applies events of a flow that no longer gives a column. */
    void applyWithout(String column, Collection<Event> events, String mark, long number) {
        CdcSpec less =
                new CdcSpec(
                        spec.flow(),
                        spec.target(),
                        spec.type(),
                        spec.keys(),
                        spec.sequence(),
                        spec.sequenceType(),
                        spec.systemSequence(),
                        spec.systemType(),
                        spec.columns(),
                        spec.deleteWhen(),
                        spec.truncateWhen(),
                        spec.ignoreNull(),
                        spec.tracked(),
                        spec.columnsToUpdate(),
                        spec.userOrder(),
                        spec.clauses(),
                        spec.unitSlots(),
                        Set.of(column));
        apply(less, source(events).drop(column), mark, number, step -> {});
    }

    BatchCounts applyRows(Dataset<Row> rows, String mark, long number) {
        return apply(rows, mark, number, step -> {});
    }

    private BatchCounts apply(Dataset<Row> rows, String mark, long number, Failpoint failpoint) {
        return apply(spec, rows, mark, number, failpoint);
    }

    private BatchCounts apply(
            CdcSpec applied, Dataset<Row> rows, String mark, long number, Failpoint failpoint) {
        return new BatchApplier(
                        applied,
                        RowLevelTable.at(session, path),
                        path,
                        Optional.empty(),
                        setup.engine(),
                        failpoint,
                        setup.merge()
                                ? Optional.of(
                                        new MergeCommit(new RowShape(spec), spec.type(), path))
                                : Optional.empty())
                .apply(new Batch(rows, mark, number, "generation", 0, false));
    }

    long version() {
        return RowLevelTable.at(session, path).version();
    }

    /** What the user sees, as a list: a row that is there twice is twice in it. */
    List<Version> rows() {
        Dataset<Row> seen = session.sql(CdcTarget.visible(spec).query("delta.`" + path + "`"));
        if (setup.hasMap()) {
            assertThat(
                            seen.where(
                                            "NOT (m.p.a <=> a AND m.p.b <=> b AND m.q.a = 0"
                                                    + " AND m.q.b = 'q')")
                                    .count())
                    .isZero();
        }
        String key =
                setup.keys() == KeyForm.COMPOSITE
                        ? "cast(substring(k1, 2) as bigint) * 7 + k2"
                        : setup.keys().from;
        String start = setup.type() == 1 ? "null" : back("__START_AT");
        String end = setup.type() == 1 ? "null" : back("__END_AT");
        List<Version> versions = new ArrayList<>();
        for (Row row :
                seen.selectExpr(
                                key,
                                "cast(" + start + " as bigint)",
                                "cast(" + end + " as bigint)",
                                "a",
                                "b",
                                "if(s is null, null, true)",
                                "s.x",
                                "s.y")
                        .collectAsList()) {
            versions.add(
                    new Version(
                            row.getLong(0),
                            (Long) row.get(1),
                            (Long) row.get(2),
                            Arrays.asList(
                                    row.get(3), row.get(4), row.get(5), row.get(6), row.get(7))));
        }
        return versions;
    }

    private String back(String column) {
        return setup.sequences().back.formatted(column);
    }

    /** Everything that is stored, hidden rows and columns included, sorted. */
    List<String> physical() {
        return session.read().format("delta").load(path).collectAsList().stream()
                .map(Row::toString)
                .sorted()
                .toList();
    }
}
