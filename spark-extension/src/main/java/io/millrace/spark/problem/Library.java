/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.problem;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.hadoop.util.VersionInfo;

/**
 * A library that pipelines often need and that is not on every class path.
 *
 * @param classes what the names of its classes begin with
 * @param use what it is needed for, in the words of the user
 * @param scheme what its paths begin with
 * @param artifact group and artifact; {@code VERSION} stands for Hadoop's or Spark's own
 */
record Library(String classes, String use, Optional<String> scheme, Optional<String> artifact) {

    private static final List<Library> KNOWN =
            List.of(
                    files("org.apache.hadoop.fs.s3a.", "s3a", "org.apache.hadoop:hadoop-aws"),
                    files("software.amazon.awssdk.", "s3a", "org.apache.hadoop:hadoop-aws"),
                    files("com.amazonaws.", "s3a", "org.apache.hadoop:hadoop-aws"),
                    files(
                            "org.apache.hadoop.fs.azurebfs.",
                            "abfss",
                            "org.apache.hadoop:hadoop-azure"),
                    files("org.apache.hadoop.fs.azure.", "wasbs", "org.apache.hadoop:hadoop-azure"),
                    files("com.azure.", "abfss", "org.apache.hadoop:hadoop-azure"),
                    files("org.apache.hadoop.fs.gs.", "gs", "org.apache.hadoop:hadoop-gcp"),
                    files(
                            "com.google.cloud.hadoop.",
                            "gs",
                            "com.google.cloud.bigdataoss:gcs-connector"),
                    spark("org.apache.spark.sql.kafka010.", "Kafka", "spark-sql-kafka-0-10"),
                    spark("org.apache.kafka.", "Kafka", "spark-sql-kafka-0-10"),
                    spark("org.apache.spark.sql.avro.", "Avro files", "spark-avro"),
                    spark("org.apache.avro.", "Avro files", "spark-avro"),
                    spark("org.apache.spark.sql.hive.", "Hive's catalog", "spark-hive"),
                    spark("org.apache.hadoop.hive.", "Hive's catalog", "spark-hive"),
                    delta("org.apache.spark.sql.delta."),
                    delta("io.delta."));

    private static final String SPARK = "org.apache.spark:";
    private static final String HADOOP = "org.apache.hadoop:";

    private static Library files(String classes, String scheme, String artifact) {
        return new Library(
                classes,
                "paths that begin with %s://".formatted(scheme),
                Optional.of(scheme),
                Optional.of(artifact));
    }

    private static Library spark(String classes, String use, String artifact) {
        return new Library(classes, use, Optional.empty(), Optional.of(SPARK + artifact + "_2.13"));
    }

    private static Library delta(String classes) {
        return new Library(
                classes,
                "Delta tables",
                Optional.empty(),
                Optional.of("io.delta:delta-spark_4.2_2.13"));
    }

    /** The library of a class. */
    static Optional<Library> of(String className) {
        return KNOWN.stream().filter(known -> className.startsWith(known.classes)).findFirst();
    }

    /** The library for paths; that of {@code s3a://} for {@code s3://}, which Hadoop lacks. */
    static Optional<Library> ofScheme(String scheme) {
        String wanted = scheme.equals("s3") || scheme.equals("s3n") ? "s3a" : scheme;
        return KNOWN.stream()
                .filter(known -> known.scheme.filter(wanted::equals).isPresent())
                .findFirst();
    }

    /** The library of one of Spark's formats. */
    static Optional<Library> ofFormat(String format) {
        return of(
                switch (format.toLowerCase(Locale.ROOT)) {
                    case "avro" -> "org.apache.spark.sql.avro.";
                    case "kafka" -> "org.apache.spark.sql.kafka010.";
                    default -> format;
                });
    }

    /** As {@code --packages} takes them, with the version where it has to be one. */
    Optional<String> coordinates() {
        return artifact.map(
                name -> {
                    if (name.startsWith(SPARK)) {
                        return name + ":" + ClassPathVersions.found().spark();
                    }
                    if (name.startsWith(HADOOP)) {
                        return name + ":" + VersionInfo.getVersion();
                    }
                    return name.startsWith("io.delta:")
                            ? name + ":" + ClassPathVersions.DELTA + ".0"
                            : name;
                });
    }
}
