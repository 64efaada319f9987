/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.query;

import java.util.Locale;
import java.util.Set;

/** Spark's built-in functions by what they do; names in lower case. */
final class Functions {

    private static final Set<String> AGGREGATES =
            Set.of(
                    "any",
                    "any_value",
                    "approx_count_distinct",
                    "approx_percentile",
                    "approx_top_k",
                    "approx_top_k_accumulate",
                    "approx_top_k_combine",
                    "array_agg",
                    "avg",
                    "bit_and",
                    "bit_or",
                    "bit_xor",
                    "bitmap_and_agg",
                    "bitmap_construct_agg",
                    "bitmap_or_agg",
                    "bool_and",
                    "bool_or",
                    "collect_list",
                    "collect_set",
                    "corr",
                    "count",
                    "count_if",
                    "count_min_sketch",
                    "covar_pop",
                    "covar_samp",
                    "every",
                    "first",
                    "first_value",
                    "grouping",
                    "grouping_id",
                    "histogram_numeric",
                    "hll_sketch_agg",
                    "hll_union_agg",
                    "kurtosis",
                    "last",
                    "last_value",
                    "listagg",
                    "max",
                    "max_by",
                    "mean",
                    "measure",
                    "median",
                    "min",
                    "min_by",
                    "mode",
                    "percentile",
                    "percentile_approx",
                    "percentile_cont",
                    "percentile_disc",
                    "regr_avgx",
                    "regr_avgy",
                    "regr_count",
                    "regr_intercept",
                    "regr_r2",
                    "regr_slope",
                    "regr_sxx",
                    "regr_sxy",
                    "regr_syy",
                    "schema_of_variant_agg",
                    "skewness",
                    "some",
                    "std",
                    "stddev",
                    "stddev_pop",
                    "stddev_samp",
                    "string_agg",
                    "sum",
                    "theta_intersection_agg",
                    "theta_sketch_agg",
                    "theta_union_agg",
                    "try_avg",
                    "try_sum",
                    "var_pop",
                    "var_samp",
                    "variance",
                    "vector_avg",
                    "vector_sum");

    private static final Set<String> GENERATORS =
            Set.of(
                    "explode",
                    "explode_outer",
                    "inline",
                    "inline_outer",
                    "json_tuple",
                    "posexplode",
                    "posexplode_outer",
                    "stack",
                    "variant_explode",
                    "variant_explode_outer");

    private static final Set<String> NON_DETERMINISTIC =
            Set.of(
                    "input_file_block_length",
                    "input_file_block_start",
                    "input_file_name",
                    "monotonically_increasing_id",
                    "rand",
                    "randn",
                    "random",
                    "randstr",
                    "shuffle",
                    "spark_partition_id",
                    "uniform",
                    "uuid");

    private static final Set<String> CURRENT_TIME =
            Set.of(
                    "curdate",
                    "current_date",
                    "current_time",
                    "current_timestamp",
                    "localtimestamp",
                    "now",
                    "unix_timestamp");

    private static final Set<String> TIME_WINDOWS = Set.of("session_window", "window");

    private Functions() {}

    static boolean isAggregate(String name) {
        return AGGREGATES.contains(lower(name));
    }

    static boolean isGenerator(String name) {
        return GENERATORS.contains(lower(name));
    }

    static boolean isNonDeterministic(String name) {
        return NON_DETERMINISTIC.contains(lower(name));
    }

    /** {@code unix_timestamp} reads the clock only without arguments. */
    static boolean isCurrentTime(String name, int arguments) {
        String lower = lower(name);
        return CURRENT_TIME.contains(lower) && (arguments == 0 || !lower.equals("unix_timestamp"));
    }

    static boolean isTimeWindow(String name) {
        return TIME_WINDOWS.contains(lower(name));
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
