/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.session;

import java.net.URI;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.spark.SparkConf;

/** What a Spark needs to be started with so that its sessions understand Millrace. */
public final class SetUp {

    public static final String EXTENSIONS = "spark.sql.extensions";
    public static final String CATALOG = "spark.sql.catalog.spark_catalog";
    public static final String DELTA_EXTENSION = "io.delta.sql.DeltaSparkSessionExtension";
    public static final String OWN_EXTENSION = "io.millrace.spark.MillraceSparkExtensions";
    public static final String PLUGIN = "io.millrace.spark.MillracePlugin";

    private static final String PYTHON_FILES = "spark.submit.pyFiles";
    private static final String LOG_STORE = "spark.delta.logStore.file.impl";

    static final String DELTA_CATALOG = "org.apache.spark.sql.delta.catalog.DeltaCatalog";

    private SetUp() {}

    /** The names in a list of extensions. */
    public static List<String> names(String extensions) {
        return Arrays.stream(extensions.split(","))
                .map(String::strip)
                .filter(name -> !name.isEmpty())
                .toList();
    }

    /** The list as it is, and behind it Delta's extension and ours where they are missing. */
    static String extensions(String configured) {
        Set<String> names = new LinkedHashSet<>(names(configured));
        for (String own : List.of(DELTA_EXTENSION, OWN_EXTENSION)) {
            if (isOnClassPath(own)) {
                names.add(own);
            }
        }
        return String.join(",", names);
    }

    /** Adds to the settings of a Spark that is starting what they lack. */
    public static void complete(SparkConf conf) {
        conf.set(EXTENSIONS, extensions(conf.get(EXTENSIONS, "")));
        if (isOnClassPath(DELTA_EXTENSION)) {
            conf.setIfMissing(CATALOG, DELTA_CATALOG);
            // Delta's own loses commits when two processes write one table.
            conf.setIfMissing(LOG_STORE, HardLinkLogStore.class.getName());
        }
        ownJar().ifPresent(jar -> addPythonFile(conf, jar));
    }

    /** PySpark imports from what is listed here; others do not look at it. */
    private static void addPythonFile(SparkConf conf, String file) {
        Set<String> files = new LinkedHashSet<>(names(conf.get(PYTHON_FILES, "")));
        String name = file.substring(file.lastIndexOf('/') + 1);
        if (files.stream().noneMatch(known -> known.endsWith(name))) {
            files.add(file);
            conf.set(PYTHON_FILES, String.join(",", files));
        }
    }

    /** The jar that this class is in, which holds the Python module {@code millrace} too. */
    private static Optional<String> ownJar() {
        CodeSource source = SetUp.class.getProtectionDomain().getCodeSource();
        return Optional.ofNullable(source)
                .map(CodeSource::getLocation)
                .filter(place -> place.getProtocol().equals("file"))
                .map(place -> Path.of(URI.create(place.toString())).toString())
                .filter(file -> file.endsWith(".jar"));
    }

    private static boolean isOnClassPath(String className) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        String resource = className.replace('.', '/') + ".class";
        return (loader == null ? SetUp.class.getClassLoader() : loader).getResource(resource)
                != null;
    }
}
