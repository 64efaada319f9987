/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.problem;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import java.util.function.Supplier;

/** The versions of what Millrace stands on, as far as the class path tells; needs no session. */
public record ClassPathVersions(String spark, String delta, String scala, String java) {

    /** What this build is made for. */
    public static final String SPARK = "4.2";

    public static final String DELTA = "4.4";
    public static final String SCALA = "2.13";
    private static final int JAVA = 17;
    private static final String NONE = "none";

    static String needed() {
        return "Spark %s, Delta %s, Scala %s and Java %d or newer"
                .formatted(SPARK, DELTA, SCALA, JAVA);
    }

    public static ClassPathVersions found() {
        return new ClassPathVersions(
                ask(() -> org.apache.spark.package$.MODULE$.SPARK_VERSION()),
                ask(() -> io.delta.package$.MODULE$.VERSION()),
                scalaVersion(),
                System.getProperty("java.version"));
    }

    /** Whether they are those that are needed. */
    boolean fit() {
        return spark.startsWith(SPARK + ".")
                && delta.startsWith(DELTA + ".")
                && scala.startsWith(SCALA + ".");
    }

    @Override
    public String toString() {
        return "Spark %s, Delta %s, Scala %s, Java %s".formatted(spark, delta, scala, java);
    }

    /** As the library's jar tells it. */
    private static String scalaVersion() {
        ClassLoader loader = ClassPathVersions.class.getClassLoader();
        try (InputStream in = loader.getResourceAsStream("library.properties")) {
            Properties properties = new Properties();
            if (in != null) {
                properties.load(in);
            }
            return properties.getProperty("version.number", NONE);
        } catch (IOException e) {
            return NONE;
        }
    }

    /** A part that is not there, or is of another kind altogether, has no version. */
    private static String ask(Supplier<String> version) {
        try {
            return version.get();
        } catch (LinkageError e) {
            return NONE;
        }
    }
}
