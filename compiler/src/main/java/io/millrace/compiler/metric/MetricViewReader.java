/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.metric;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceSpan;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads the keys of a metric view's YAML: which are there, and of what form their values are. */
final class MetricViewReader {

    static final String SOURCE = "source";

    private static final List<String> VERSIONS = List.of("0.1", "1.1");
    private static final List<String> VIEW_KEYS =
            List.of(
                    "version",
                    "comment",
                    SOURCE,
                    "joins",
                    "filter",
                    "fields",
                    "dimensions",
                    "measures",
                    "materialization",
                    "parameters");
    private static final List<String> JOIN_KEYS =
            List.of("name", SOURCE, "on", "using", "joins", "cardinality", "rely");
    private static final List<String> FIELD_KEYS =
            List.of("name", "expr", "comment", "display_name", "synonyms", "format");
    private static final List<String> MEASURE_KEYS =
            List.of("name", "expr", "comment", "display_name", "synonyms", "format", "window");

    private final Diagnostics diagnostics;

    MetricViewReader(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    Optional<MetricView> read(MetricMap root) {
        String what = "the metric view";
        root.allow("a metric view", VIEW_KEYS);
        checkVersion(root, what);
        checkOtherKeys(root);
        Optional<MetricText> source = root.required(what, SOURCE);
        List<MetricView.Join> joins = joins(root);
        String fieldsKey = fieldsKey(root);
        List<MetricView.Column> fields = columns(root, fieldsKey, "a field", FIELD_KEYS);
        List<MetricView.Column> measures = columns(root, "measures", "a measure", MEASURE_KEYS);
        if (!root.has(fieldsKey) && !root.has("measures")) {
            root.add(
                    Diagnostic.of(
                            ErrorCode.MILLRACE_METRIC_VIEW_MISSING_KEY,
                            root.place(),
                            what,
                            "measures"));
        }
        checkNames(fields, measures);
        Optional<MetricText> filter = root.text("filter");
        Optional<String> comment = root.plain("comment");
        return source.map(from -> new MetricView(from, joins, filter, fields, measures, comment));
    }

    private static void checkVersion(MetricMap root, String what) {
        Optional<MetricText> version = root.required(what, "version");
        if (version.isPresent() && !VERSIONS.contains(version.get().text())) {
            root.invalid("version", String.join(" or ", VERSIONS));
        }
    }

    private static void checkOtherKeys(MetricMap root) {
        if (root.has("parameters")) {
            unsupported(
                    root,
                    "parameters",
                    "parameters of a metric view",
                    "use ${key}, which Millrace replaces before the YAML is read");
        }
        if (root.has("materialization")) {
            root.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_METRIC_VIEW_KEY_UNUSED,
                                    root.keySpan("materialization"),
                                    "materialization")
                            .withHint(
                                    "for results that are stored, declare a materialized view"
                                            + " that reads the metric view"));
        }
        if (root.has("fields") && root.has("dimensions")) {
            root.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_METRIC_VIEW_DUPLICATE_NAME,
                                    root.keySpan("dimensions"),
                                    "dimensions")
                            .withHint("it is an older word for `fields`: keep one of the two")
                            .withRelated(root.keySpan("fields"), "the fields are listed here"));
        }
    }

    private static void unsupported(MetricMap map, String key, String what, String hint) {
        map.add(
                Diagnostic.of(ErrorCode.MILLRACE_METRIC_VIEW_UNSUPPORTED, map.keySpan(key), what)
                        .withHint(hint));
    }

    private static String fieldsKey(MetricMap root) {
        return root.has("fields") ? "fields" : "dimensions";
    }

    private List<MetricView.Join> joins(MetricMap parent) {
        List<MetricView.Join> joins = new ArrayList<>();
        Map<String, SourceSpan> seen = new LinkedHashMap<>();
        for (MetricMap map : parent.maps("joins")) {
            Optional<MetricView.Join> join = join(map);
            join.ifPresent(
                    found -> {
                        checkTwice(found.name().text(), found.name().span(), seen);
                        joins.add(found);
                    });
        }
        return joins;
    }

    private Optional<MetricView.Join> join(MetricMap map) {
        String what = "a join";
        map.allow(what, JOIN_KEYS);
        Optional<MetricText> name = map.required(what, "name");
        if (name.isPresent() && name.get().text().equalsIgnoreCase(SOURCE)) {
            map.invalid("name", "another word: `source` is what the view itself reads");
        }
        Optional<MetricText> source = map.required(what, SOURCE);
        checkCardinality(map);
        Optional<MetricText> on = map.text("on");
        List<MetricText> using = map.texts("using");
        if (map.has("on") && map.has("using")) {
            map.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_METRIC_VIEW_DUPLICATE_NAME,
                                    map.keySpan("using"),
                                    "using")
                            .withHint("a join has either `on` or `using`")
                            .withRelated(map.keySpan("on"), "the condition stands here"));
        } else if (!map.has("on") && !map.has("using")) {
            map.add(
                    Diagnostic.of(
                                    ErrorCode.MILLRACE_METRIC_VIEW_MISSING_KEY,
                                    map.place(),
                                    what,
                                    "on")
                            .withHint(
                                    "on: source.customer_id = customer.id, or using: with a list of"
                                            + " columns"));
        }
        List<MetricView.Join> joins = joins(map);
        boolean complete = name.isPresent() && source.isPresent();
        return complete
                ? Optional.of(new MetricView.Join(name.get(), source.get(), on, using, joins))
                : Optional.empty();
    }

    private static void checkCardinality(MetricMap map) {
        String cardinality = map.plain("cardinality").orElse("many_to_one");
        if (cardinality.equals("one_to_many")) {
            unsupported(
                    map,
                    "cardinality",
                    "a join that matches several rows",
                    "aggregate the joined table in a materialized view first, and join that");
        } else if (!cardinality.equals("many_to_one")) {
            map.invalid("cardinality", "many_to_one");
        }
    }

    private List<MetricView.Column> columns(
            MetricMap root, String key, String what, List<String> known) {
        List<MetricView.Column> columns = new ArrayList<>();
        for (MetricMap map : root.maps(key)) {
            map.allow(what, known);
            if (known.contains("window") && map.has("window")) {
                unsupported(
                        map,
                        "window",
                        "a measure over a window",
                        "compute it in a materialized view, with a window function over the"
                                + " measures");
            }
            Optional<MetricText> name = map.required(what, "name");
            Optional<MetricText> expression = map.required(what, "expr");
            Optional<String> comment = map.plain("comment");
            if (name.isPresent() && expression.isPresent()) {
                columns.add(
                        new MetricView.Column(
                                name.get().text(), name.get().span(), expression.get(), comment));
            }
        }
        return columns;
    }

    private void checkNames(List<MetricView.Column> fields, List<MetricView.Column> measures) {
        Map<String, SourceSpan> seen = new LinkedHashMap<>();
        fields.forEach(field -> checkTwice(field.name(), field.place(), seen));
        measures.forEach(measure -> checkTwice(measure.name(), measure.place(), seen));
    }

    private void checkTwice(String name, SourceSpan place, Map<String, SourceSpan> seen) {
        SourceSpan first = seen.putIfAbsent(name.toLowerCase(Locale.ROOT), place);
        if (first != null) {
            diagnostics.add(
                    Diagnostic.of(ErrorCode.MILLRACE_METRIC_VIEW_DUPLICATE_NAME, place, name)
                            .withHint("names are equal whatever their case: give one another name")
                            .withRelated(first, "given here first"));
        }
    }
}
