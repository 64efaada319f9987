/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cdc;

import io.millrace.compiler.graph.AutoCdc;
import io.millrace.compiler.graph.Columns;
import io.millrace.compiler.graph.ScdType;
import io.millrace.compiler.graph.SelectionKind;
import io.millrace.compiler.graph.SqlText;
import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import io.millrace.spark.delta.FlowSchema;
import io.millrace.spark.delta.StorableTypes;
import io.millrace.spark.types.TypeUnion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.spark.sql.types.AtomicType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.MetadataBuilder;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;

/**
 * A target and all flows into it with types: what the target will look like, and whether what is
 * stored can become that.
 */
public final class CdcResolution {

    private static final Columns ALL = new Columns(SelectionKind.ALL, List.of());

    private final String target;
    private final ScdType type;
    private final Optional<StoredTarget> stored;
    private final Map<String, StructField> columns = new LinkedHashMap<>();
    private final Map<String, CdcSpec> specs = new LinkedHashMap<>();
    private final List<String> warnings = new ArrayList<>();
    private final Set<String> kept = new LinkedHashSet<>();
    private DataType sequenceType;
    private DataType systemType;

    private CdcResolution(String target, ScdType type, Optional<StoredTarget> stored) {
        this.target = target;
        this.type = type;
        this.stored = stored;
    }

    /**
     * Resolves a target.
     *
     * @param declared the columns that the target declares; empty for none
     * @param flows at least one; the compiler has seen to it that their clauses agree
     * @param stored what an earlier update left; empty for a new table or a full refresh
     * @throws QueryException when it can't work, before anything is written
     */
    public static CdcResolution of(
            String target,
            StructType declared,
            List<FlowInput> flows,
            Optional<StoredTarget> stored) {
        AutoCdc first = flows.get(0).clauses();
        stored.ifPresent(table -> table.check(target));
        CdcResolution resolution = new CdcResolution(target, first.scdType(), stored);
        resolution.resolve(declared, flows);
        return resolution;
    }

    /**
     * Refuses properties under which single rows cannot be replaced the way that AUTO CDC does it.
     *
     * @param properties those that the user gave the target
     * @throws QueryException naming the first that does not fit
     */
    public static void checkProperties(String target, Map<String, String> properties) {
        CdcMaintenance.checkRetention(target, properties);
        properties.forEach(
                (key, value) -> {
                    boolean vectorsOff =
                            key.equalsIgnoreCase("delta.enableDeletionVectors")
                                    && !value.equalsIgnoreCase("true");
                    boolean trackingOn =
                            key.equalsIgnoreCase("delta.enableRowTracking")
                                    && value.equalsIgnoreCase("true");
                    boolean noWay =
                            key.equalsIgnoreCase(CdcLayout.ON_CONFLICTING_TIE)
                                    && !CdcLayout.TIE_RULES.contains(
                                            value.toLowerCase(Locale.ROOT));
                    if (noWay) {
                        throw CdcError.of(
                                RunErrorCode.MILLRACE_CDC_TABLE_PROPERTY,
                                "write " + String.join(" or ", CdcLayout.TIE_RULES),
                                target,
                                key,
                                value);
                    }
                    if (vectorsOff || trackingOn) {
                        throw CdcError.of(
                                RunErrorCode.MILLRACE_CDC_TABLE_PROPERTY,
                                "remove the property from TBLPROPERTIES",
                                target,
                                key,
                                value);
                    }
                });
    }

    /** The table that the user sees. */
    public StructType visibleSchema() {
        CdcSpec any = specs.values().iterator().next();
        StructType schema = new StructType();
        for (String name : any.userOrder()) {
            schema = schema.add(columns.get(key(name)));
        }
        for (StructField time : times()) {
            schema = schema.add(time);
        }
        return schema;
    }

    private List<StructField> times() {
        List<StructField> times = new ArrayList<>();
        for (String column : CdcLayout.visibleColumns(CdcLayout.scdType(type), List.of())) {
            boolean system =
                    column.equals(RowShape.SYSTEM_START) || column.equals(RowShape.SYSTEM_END);
            times.add(
                    DataTypes.createStructField(column, system ? systemType : sequenceType, true));
        }
        return times;
    }

    public CdcSpec spec(String flow) {
        return specs.get(flow);
    }

    public List<CdcSpec> specs() {
        return List.copyOf(specs.values());
    }

    public List<String> warnings() {
        return warnings;
    }

    private void resolve(StructType declared, List<FlowInput> flows) {
        AutoCdc first = flows.get(0).clauses();
        checkUnchanged(first);
        stored.ifPresent(this::takeStored);
        for (StructField field : declared.fields()) {
            if (!isTime(field.name())) {
                merge(field, "the declaration of " + target);
                describe(field);
            }
        }
        Set<String> fixed = declared.isEmpty() ? Set.of() : new LinkedHashSet<>(columns.keySet());
        Optional<DataType> snapshotSequence =
                first.sequenceBy().isEmpty()
                        ? Optional.of(snapshotSequence(flows))
                        : Optional.empty();
        Set<String> given = new LinkedHashSet<>();
        for (FlowInput flow : flows) {
            FlowColumns own = blaming(flow.flow(), () -> new FlowColumns(flow, snapshotSequence));
            warnings.addAll(own.warnings());
            for (StructField field : own.fields()) {
                if (!fixed.isEmpty() && !fixed.contains(key(field.name()))) {
                    throw CdcError.of(
                                    RunErrorCode.MILLRACE_CDC_UNKNOWN_COLUMN,
                                    "declare it, or leave it out with COLUMNS * EXCEPT",
                                    field.name(),
                                    "`" + target + "`")
                            .ofFlow(flow.flow());
                }
                merge(field, flow.flow());
                given.add(key(field.name()));
            }
            sequenceType = merged(sequenceType, own.sequenceType(), flow.flow());
            systemType = merged(systemType, own.systemType(), flow.flow());
        }
        checkTimes(declared);
        keep(given);
        for (FlowInput flow : flows) {
            CdcSpec spec = blaming(flow.flow(), () -> spec(flow.flow(), flow.clauses(), flows));
            specs.put(flow.flow(), spec);
        }
        specs.values().forEach(this::checkAgrees);
        StorableTypes.check(
                target,
                new StructType(columns.values().toArray(new StructField[0])),
                flows.stream()
                        .map(flow -> new FlowSchema(flow.flow(), flow.source().schema()))
                        .toList());
    }

    /** Stored columns that no flow gives keep their values; the user is told once. */
    private void keep(Set<String> given) {
        if (stored.isEmpty() || type == ScdType.BITEMPORAL) {
            return;
        }
        stored.get().payload().stream()
                .map(StructField::name)
                .filter(name -> !given.contains(key(name)))
                .forEach(kept::add);
        warnings.addAll(changes());
    }

    /** What becomes of columns that the flows gave until now. */
    public List<String> changes() {
        List<String> before = stored.map(table -> table.names(CdcLayout.KEPT)).orElse(List.of());
        return kept.stream()
                .filter(name -> !before.contains(name))
                .map(
                        name ->
                                ("column `%s` of `%s` is no longer given by a flow: rows keep the"
                                                + " value that they have, and new ones have NULL")
                                        .formatted(name, target))
                .toList();
    }

    /** Says of errors which flow is to blame. */
    private static <T> T blaming(String flow, Supplier<T> work) {
        try {
            return work.get();
        } catch (QueryException e) {
            throw e.ofFlow(flow);
        }
    }

    /** All flows must give NULL the same meaning, or the order of events would count. */
    private void checkAgrees(CdcSpec spec) {
        CdcSpec first = specs.values().iterator().next();
        if (!spec.ignoreNull().equals(first.ignoreNull())) {
            throw CdcError.of(
                    RunErrorCode.MILLRACE_CDC_FLOWS_DISAGREE,
                    "give both flows the same IGNORE NULL UPDATES",
                    first.flow(),
                    spec.flow(),
                    target,
                    String.join(", ", new TreeSet<>(first.ignoreNull())),
                    String.join(", ", new TreeSet<>(spec.ignoreNull())));
        }
    }

    /** The version of a snapshot, or the number of the update that took it. */
    private static DataType snapshotSequence(List<FlowInput> flows) {
        FlowInput flow = flows.get(0);
        Optional<SqlText> version = flow.clauses().snapshotVersion();
        return version.map(text -> SnapshotDiff.versionType(flow, text))
                .orElse(DataTypes.TimestampType);
    }

    private void takeStored(StoredTarget table) {
        sequenceType = table.sequenceType();
        systemType =
                table.field(RowShape.SYSTEM_START).map(StructField::dataType).orElse(sequenceType);
        Map<String, StructField> fields = new LinkedHashMap<>();
        table.keys().forEach(k -> fields.put(k, table.field(k).orElseThrow()));
        table.payload().forEach(field -> fields.put(field.name(), field));
        for (String name : table.userOrder()) {
            StructField field = fields.remove(name);
            if (field == null) {
                throw StoredTarget.lost(target, "the column `" + name + "` is listed twice");
            }
            columns.put(key(name), field);
        }
        fields.values().forEach(field -> columns.put(key(field.name()), field));
    }

    private void merge(StructField field, String flow) {
        StructField known = columns.get(key(field.name()));
        if (known == null) {
            columns.put(key(field.name()), field);
            return;
        }
        DataType merged =
                TypeUnion.of(known.dataType(), field.dataType())
                        .map(TypeUnion::nullable)
                        .orElseThrow(
                                () ->
                                        CdcError.of(
                                                RunErrorCode.MILLRACE_CDC_COLUMN_TYPE_CHANGED,
                                                "cast it in the query of the flow, or refresh the"
                                                        + " table in full",
                                                known.name(),
                                                target,
                                                known.dataType().sql(),
                                                flow,
                                                field.dataType().sql()));
        columns.put(
                key(field.name()), new StructField(known.name(), merged, true, known.metadata()));
    }

    /** What the declaration says of a column, and what it no longer says. */
    private void describe(StructField declared) {
        StructField known = columns.get(key(declared.name()));
        MetadataBuilder metadata = new MetadataBuilder().withMetadata(known.metadata());
        metadata.remove("comment");
        metadata.withMetadata(declared.metadata());
        columns.put(
                key(declared.name()),
                new StructField(
                        known.name(), known.dataType(), known.nullable(), metadata.build()));
    }

    private DataType merged(DataType before, DataType own, String flow) {
        if (before == null) {
            return own;
        }
        return TypeUnion.of(before, own)
                .map(TypeUnion::nullable)
                .filter(merged -> sameShape(before, merged) && sameShape(own, merged))
                .orElseThrow(
                        () ->
                                CdcError.of(
                                        RunErrorCode.MILLRACE_CDC_SEQUENCE_TYPE_CHANGED,
                                        "refresh the table in full, or cast the sequence of flow "
                                                + flow,
                                        target,
                                        before.sql(),
                                        own.sql()));
    }

    /** A struct of other fields orders otherwise than before; one of wider fields does not. */
    private static boolean sameShape(DataType before, DataType after) {
        if (!(before instanceof StructType old) || !(after instanceof StructType now)) {
            return true;
        }
        boolean same = old.size() == now.size();
        for (int i = 0; same && i < old.size(); i++) {
            same =
                    old.fields()[i].name().equalsIgnoreCase(now.fields()[i].name())
                            && sameShape(old.fields()[i].dataType(), now.fields()[i].dataType());
        }
        return same;
    }

    private boolean isTime(String name) {
        return type != ScdType.TYPE_1
                && CdcLayout.visibleColumns(CdcLayout.scdType(type), List.of()).stream()
                        .anyMatch(name::equalsIgnoreCase);
    }

    private void checkTimes(StructType declared) {
        if (declared.isEmpty()) {
            return;
        }
        List<String> missing = new ArrayList<>();
        for (StructField time : times()) {
            boolean right =
                    Arrays.stream(declared.fields())
                            .anyMatch(
                                    field ->
                                            field.name().equalsIgnoreCase(time.name())
                                                    && TypeUnion.nullable(field.dataType())
                                                            .equals(time.dataType()));
            if (!right) {
                missing.add("`" + time.name() + "` " + time.dataType().sql());
            }
        }
        if (!missing.isEmpty()) {
            throw CdcError.of(
                    RunErrorCode.MILLRACE_CDC_TARGET_COLUMNS_MISSING,
                    "declare them with the type of the sequence",
                    target,
                    String.join(", ", missing));
        }
    }

    /** How a clause may write the columns where case counts: as the target does, or a source. */
    private static Optional<Set<String>> spellings(List<String> columns, List<FlowInput> flows) {
        if (flows.stream().noneMatch(flow -> ColumnChoice.caseCounts(flow.source()))) {
            return Optional.empty();
        }
        Set<String> names = new TreeSet<>(columns);
        flows.forEach(flow -> names.addAll(List.of(flow.source().columns())));
        return Optional.of(names);
    }

    private CdcSpec spec(String flow, AutoCdc clauses, List<FlowInput> flows) {
        List<String> keyNames =
                stored.map(StoredTarget::keys)
                        .orElseGet(
                                () ->
                                        clauses.keys().stream()
                                                .map(name -> columns.get(key(name)).name())
                                                .toList());
        List<StructField> keys = keyNames.stream().map(name -> columns.get(key(name))).toList();
        keys.forEach(key -> checkKey(flow, key));
        List<StructField> payload = payload(keyNames);
        List<String> names = payload.stream().map(StructField::name).toList();
        List<String> all = columns.values().stream().map(StructField::name).toList();
        ColumnChoice choice =
                new ColumnChoice(all, "`" + target + "`", clauses.places(), spellings(all, flows));
        Set<String> ignored = new LinkedHashSet<>();
        clauses.ignoreNullUpdates().map(choice::choose).ifPresent(ignored::addAll);
        ignored.retainAll(names);
        Set<String> tracked = new LinkedHashSet<>();
        if (type != ScdType.TYPE_1) {
            tracked.addAll(choice.choose(clauses.trackHistory().orElse(ALL)));
            tracked.retainAll(names);
        }
        CdcSpec spec =
                new CdcSpec(
                        flow,
                        target,
                        type,
                        keys,
                        clauses.sequenceBy().map(SqlText::text).orElse(SnapshotDiff.VERSION),
                        sequenceType,
                        clauses.systemSequenceBy().map(SqlText::text),
                        systemType,
                        payload,
                        clauses.sequenceBy().isEmpty()
                                ? Optional.of(SnapshotDiff.DELETED)
                                : clauses.deleteWhen().map(SqlText::text),
                        clauses.truncateWhen().map(SqlText::text),
                        ignored,
                        tracked,
                        clauses.columnsToUpdate(),
                        all,
                        clauseTexts(clauses),
                        stored.map(StoredTarget::slots).orElse(List.of()),
                        kept);
        checkClauses(spec);
        return spec;
    }

    /** Keys are looked up by the bounds of files and compared byte by byte. */
    private void checkKey(String flow, StructField key) {
        DataType type = key.dataType();
        if (!isComparable(type)) {
            throw CdcError.of(
                    RunErrorCode.MILLRACE_CDC_KEY_TYPE,
                    type instanceof StringType
                            ? "write CAST(... AS STRING) in the query of the flow"
                            : "take parts of it as keys, or a text of it: to_json(...)",
                    flow,
                    target,
                    key.name(),
                    type.sql());
        }
    }

    private static boolean isComparable(DataType type) {
        if (type instanceof StructType struct) {
            return Arrays.stream(struct.fields()).allMatch(field -> isComparable(field.dataType()));
        }
        boolean collated = type instanceof StringType text && !text.equals(DataTypes.StringType);
        return type instanceof AtomicType && !(type instanceof VariantType) && !collated;
    }

    /** In the order of the stored table, then what is new. */
    private List<StructField> payload(List<String> keys) {
        Map<String, StructField> rest = new LinkedHashMap<>(columns);
        keys.forEach(name -> rest.remove(key(name)));
        List<StructField> result = new ArrayList<>();
        stored.ifPresent(
                table ->
                        table.payload()
                                .forEach(field -> result.add(rest.remove(key(field.name())))));
        result.addAll(rest.values());
        return result;
    }

    private Map<String, String> clauseTexts(AutoCdc clauses) {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(
                CdcLayout.IGNORE_NULL_CLAUSE,
                clauses.ignoreNullUpdates().map(ColumnChoice::text).orElse("no column"));
        texts.put(
                CdcLayout.TRACKED_CLAUSE,
                type != ScdType.TYPE_1
                        ? ColumnChoice.text(clauses.trackHistory().orElse(ALL))
                        : "no column");
        if (!kept.isEmpty()
                || stored.filter(table -> table.properties().containsKey(CdcLayout.KEPT))
                        .isPresent()) {
            texts.put(CdcLayout.KEPT, CdcLayout.json(kept));
        }
        return texts;
    }

    private void checkUnchanged(AutoCdc clauses) {
        if (stored.isEmpty()) {
            return;
        }
        StoredTarget before = stored.get();
        String remedy = "refresh the table in full, or give the flow a new target";
        if (!before.scdType().equals(CdcLayout.scdType(type))) {
            throw CdcError.of(
                    RunErrorCode.MILLRACE_CDC_SCD_TYPE_CHANGED,
                    remedy,
                    target,
                    before.scdType(),
                    CdcLayout.scdType(type));
        }
        if (!folded(before.keys()).equals(folded(clauses.keys()))) {
            throw CdcError.of(
                    RunErrorCode.MILLRACE_CDC_KEYS_CHANGED,
                    remedy,
                    target,
                    String.join(", ", before.keys()),
                    String.join(", ", clauses.keys()));
        }
    }

    /** What decides how events are joined must be as it was, or the old rows would not fit. */
    private void checkClauses(CdcSpec spec) {
        if (stored.isEmpty()) {
            return;
        }
        same(
                spec,
                "IGNORE NULL UPDATES",
                CdcLayout.IGNORE_NULL_CLAUSE,
                CdcLayout.IGNORE_NULL,
                spec.ignoreNull());
        same(spec, "TRACK HISTORY", CdcLayout.TRACKED_CLAUSE, CdcLayout.TRACKED, spec.tracked());
        String listed = Boolean.toString(spec.columnsToUpdate().isPresent());
        String listedBefore = stored.get().properties().get(CdcLayout.COLUMNS_TO_UPDATE);
        if (!listed.equals(listedBefore)) {
            throw changed("COLUMNS TO UPDATE", listedBefore, listed);
        }
    }

    private void same(
            CdcSpec spec, String clause, String textKey, String columnsKey, Set<String> now) {
        Map<String, String> properties = stored.get().properties();
        String before = properties.get(textKey);
        String text = spec.clauses().get(textKey);
        Set<String> columnsBefore = new TreeSet<>(stored.get().names(columnsKey));
        Set<String> known = new TreeSet<>(stored.get().userOrder());
        Set<String> columnsNow = new TreeSet<>(now);
        columnsNow.retainAll(known);
        if (!text.equals(before) && !columnsNow.equals(columnsBefore)) {
            throw changed(clause, before, text);
        }
    }

    private QueryException changed(String clause, String before, String now) {
        return CdcError.of(
                RunErrorCode.MILLRACE_CDC_CLAUSE_CHANGED,
                "refresh the table in full, or give the flow a new target",
                clause,
                target,
                before,
                now);
    }

    private static Set<String> folded(List<String> names) {
        Set<String> result = new TreeSet<>();
        names.forEach(name -> result.add(key(name)));
        return result;
    }

    private static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
