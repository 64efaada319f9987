/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.hadoop.fs.Path;

/** Compares the places of {@link io.millrace.spark.function.SourceIdentity}. */
public final class SourcePlaces {

    /** What the places of topics begin with; the cluster follows, then the topics. */
    public static final String KAFKA = "kafka://";

    private SourcePlaces() {}

    /**
     * Whether a stream of one place goes on at the other as it is: one folder lies in the other, so
     * that each file is still known by its own path; or topics of a cluster are the same in part.
     */
    public static boolean overlap(String before, String now) {
        if (isKafka(before) || isKafka(now)) {
            return isKafka(before)
                    && isKafka(now)
                    && sameCluster(before, now)
                    && haveCommon(topics(before), topics(now));
        }
        return !before.isEmpty() && !now.isEmpty() && (isIn(before, now) || isIn(now, before));
    }

    /** Whether only the cluster is another: the topics, by whose names places are kept, are not. */
    public static boolean sameTopics(String before, String now) {
        return isKafka(before) && isKafka(now) && topics(before).equals(topics(now));
    }

    public static boolean isKafka(String place) {
        return place.startsWith(KAFKA);
    }

    /** Whether a user means a place, with or without the scheme of its file system. */
    public static boolean isCalled(String place, String given) {
        if (isKafka(place) || isKafka(given)) {
            return place.equals(given);
        }
        return !place.isEmpty()
                && (place.equals(given)
                        || new Path(place).equals(new Path(given))
                        || (given.startsWith("/")
                                && new Path(place).toUri().getPath().equals(given)));
    }

    private static boolean isIn(String inner, String outer) {
        return inner.equals(outer) || inner.startsWith(outer.endsWith("/") ? outer : outer + "/");
    }

    private static boolean sameCluster(String before, String now) {
        return haveCommon(cluster(before), cluster(now));
    }

    private static List<String> cluster(String place) {
        return words(place.substring(KAFKA.length(), slash(place)));
    }

    private static List<String> topics(String place) {
        return words(place.substring(Math.min(slash(place) + 1, place.length())));
    }

    private static int slash(String place) {
        int slash = place.indexOf('/', KAFKA.length());
        return slash < 0 ? place.length() : slash;
    }

    private static List<String> words(String text) {
        return Arrays.stream(text.split(",")).map(String::strip).sorted().toList();
    }

    private static boolean haveCommon(List<String> some, List<String> others) {
        Set<String> common = new HashSet<>(some);
        common.retainAll(others);
        return !common.isEmpty();
    }
}
