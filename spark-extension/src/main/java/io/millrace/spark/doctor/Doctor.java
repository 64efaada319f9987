/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.doctor;

import io.millrace.spark.catalyst.RuntimeVersions;
import io.millrace.spark.catalyst.WarehouseCatalog;
import io.millrace.spark.catalyst.statement.ParserStack;
import io.millrace.spark.problem.ClassPathVersions;
import io.millrace.spark.session.SetUp;
import io.millrace.spark.storage.StorageFiles;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.sql.SparkSession;

/**
 * Looks at a running session. Needs no working extension: from PySpark {@code
 * spark._jvm.io.millrace.spark.doctor.Doctor.report(spark._jsparkSession)} tells why there is none.
 */
public final class Doctor {

    private static final String SPARK_MINOR = ClassPathVersions.SPARK + ".";
    private static final String PARSER = "io.millrace.spark.catalyst.statement.StatementParser";
    private static final String SPARK_PARSER = "org.apache.spark.sql.execution.SparkSqlParser";

    private final SparkSession session;
    private final String home;
    private final List<Finding> findings = new ArrayList<>();

    private Doctor(SparkSession session, String home) {
        this.session = session;
        this.home = home;
    }

    /**
     * All findings, the good ones too.
     *
     * @param home the folder in which Millrace keeps its state: a Hadoop URI
     */
    public static List<Finding> examine(SparkSession session, String home) {
        Doctor doctor = new Doctor(session, home);
        doctor.versions();
        doctor.extensions();
        doctor.parsers();
        doctor.catalog();
        doctor.storage();
        return List.copyOf(doctor.findings);
    }

    /** The findings as text, for sessions that do not understand {@code SHOW MILLRACE STATUS}. */
    public static String report(SparkSession session) {
        StringBuilder text = new StringBuilder();
        for (Finding finding : examine(session, io.millrace.spark.session.Homes.of(session))) {
            text.append(
                    "%-8s %s: %s%n".formatted(finding.state(), finding.check(), finding.detail()));
            finding.remedy()
                    .ifPresent(remedy -> text.append("         ").append(remedy).append('\n'));
        }
        return text.toString();
    }

    private void versions() {
        Map<String, String> versions = RuntimeVersions.of(session);
        String detail =
                "Millrace %s, Spark %s, Delta %s, Scala %s, Java %s"
                        .formatted(
                                versions.get("millrace_version"),
                                versions.get("spark_version"),
                                versions.get("delta_version"),
                                versions.get("scala_version"),
                                versions.get("java_version"));
        findings.add(
                session.version().startsWith(SPARK_MINOR)
                        ? Finding.ok("versions", detail)
                        : Finding.error(
                                "versions",
                                detail,
                                "use the Millrace that is made for this Spark: its name holds the"
                                        + " version, as in millrace-spark-extension_4.2_2.13"));
    }

    private void extensions() {
        String started = session.sparkContext().getConf().get(SetUp.EXTENSIONS, "");
        List<String> listed = SetUp.names(started);
        for (String name : listed) {
            if (!isLoadable(name)) {
                findings.add(
                        Finding.error(
                                "extension class",
                                name
                                        + " is in spark.sql.extensions and cannot be loaded; Spark only logs a warning",
                                "put its jar on the class path before Spark starts: --jars, --packages or"
                                        + " the jars folder; ADD JAR comes too late"));
            }
        }
        listed(listed, SetUp.DELTA_EXTENSION, "Delta's extension");
        listed(listed, SetUp.OWN_EXTENSION, "Millrace's extension");
        String seen = session.conf().get(SetUp.EXTENSIONS, "");
        if (!seen.equals(started)) {
            findings.add(
                    Finding.error(
                            "static setting",
                            "the session says spark.sql.extensions=%s, Spark was started with `%s`"
                                    .formatted(seen, started),
                            "the setting counts only when Spark starts: set it in the first"
                                    + " SparkSession.builder, in spark-defaults.conf or with --conf"));
        }
        int own = listed.indexOf(SetUp.OWN_EXTENSION);
        int delta = listed.indexOf(SetUp.DELTA_EXTENSION);
        if (own >= 0 && delta > own) {
            findings.add(
                    Finding.warning(
                            "extension order",
                            "Delta's extension stands behind Millrace's, so its parser is asked first"
                                    + " and loses the parameters :name and ? of all statements",
                            "list Delta first: spark.sql.extensions=%s,%s"
                                    .formatted(SetUp.DELTA_EXTENSION, SetUp.OWN_EXTENSION)));
        }
    }

    private void listed(List<String> listed, String name, String what) {
        if (listed.contains(name)) {
            findings.add(Finding.ok(what, name + " is in spark.sql.extensions"));
            return;
        }
        findings.add(
                Finding.error(
                        what,
                        name
                                + " is not in the spark.sql.extensions that Spark was started with;"
                                + " a setting made later does not count",
                        isLoadable(name)
                                ? "start Spark with --conf spark.plugins=%s, or list it in spark.sql.extensions"
                                        .formatted(SetUp.PLUGIN)
                                : "put its jar on the class path and start Spark with --conf spark.plugins="
                                        + SetUp.PLUGIN));
    }

    private static boolean isLoadable(String name) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        try {
            Class.forName(name, false, loader == null ? Doctor.class.getClassLoader() : loader);
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    private void parsers() {
        List<String> stack = ParserStack.of(session);
        int own = stack.indexOf(PARSER);
        String detail = "asked in this order: " + String.join(", ", stack);
        boolean seesAll = stack.get(stack.size() - 1).equals(SPARK_PARSER);
        if (own < 0 && !seesAll) {
            findings.add(Finding.ok("parsers", detail + "; what is behind the last is not told"));
        } else if (own < 0) {
            findings.add(
                    Finding.error(
                            "parsers",
                            detail + "; Millrace's is not among them",
                            "start Spark with the extension: a session that runs cannot get it any more"));
        } else {
            findings.add(Finding.ok("parsers", detail));
        }
        boolean enabled =
                !session.conf()
                        .get("spark.millrace.parser.enabled", "true")
                        .equalsIgnoreCase("false");
        if (!enabled) {
            findings.add(
                    Finding.warning(
                            "switch",
                            "spark.millrace.parser.enabled is false: all statements go to Spark",
                            "SET spark.millrace.parser.enabled = true"));
        }
    }

    private void catalog() {
        String delta = "org.apache.spark.sql.delta.catalog.DeltaCatalog";
        String configured = session.conf().get(SetUp.CATALOG, "");
        if (configured.isEmpty()) {
            findings.add(
                    Finding.error(
                            "catalog",
                            "%s is not set: Delta tables cannot be altered or created"
                                    .formatted(SetUp.CATALOG),
                            "start Spark with --conf %s=%s".formatted(SetUp.CATALOG, delta)));
        } else {
            findings.add(
                    configured.equals(delta)
                            ? Finding.ok("catalog", configured)
                            : Finding.warning(
                                    "catalog",
                                    configured + " stands for spark_catalog",
                                    "it has to hold Delta tables; Delta's own is " + delta));
        }
        findings.add(
                WarehouseCatalog.forgets(session)
                        ? Finding.ok(
                                "tables",
                                "the catalog is in memory: tables of the warehouse %s are found again at the first statement"
                                        .formatted(session.conf().get("spark.sql.warehouse.dir")))
                        : Finding.ok(
                                "tables",
                                "the catalog keeps its tables: "
                                        + session.conf().get("spark.sql.catalogImplementation")));
    }

    /** Writes a file into the home and removes it: what a lease has to do. */
    private void storage() {
        StorageFiles files = new StorageFiles(session.sparkContext().hadoopConfiguration());
        String probe = home + "/.doctor-" + UUID.randomUUID();
        try {
            boolean made = files.create(probe, "");
            boolean again = files.create(probe, "");
            files.delete(probe);
            findings.add(
                    made && !again
                            ? Finding.ok("storage", home + " can be written")
                            : Finding.error(
                                    "storage",
                                    home
                                            + " lets two writers make one file, so two updates could run at once",
                                    "set spark.millrace.home to a file system that makes files atomically"));
        } catch (UncheckedIOException e) {
            findings.add(
                    Finding.error(
                            "storage",
                            "%s cannot be written: %s".formatted(home, e.getCause().getMessage()),
                            "set spark.millrace.home to a folder that the driver may write"));
        }
        String local = session.sparkContext().master();
        boolean shared =
                local.startsWith("local") || !(home.startsWith("file:") || home.startsWith("/"));
        if (!shared) {
            findings.add(
                    Finding.warning(
                            "storage",
                            "%s is a local path and Spark runs on %s".formatted(home, local),
                            "all hosts of the cluster have to see it under this path; else set"
                                    + " spark.millrace.home and spark.sql.warehouse.dir to shared storage"));
        }
    }
}
