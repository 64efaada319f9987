/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;

/** The borders that docs/decisions/0001-module-border.md draws inside the engine. */
@AnalyzeClasses(
        packages = "io.millrace.spark",
        importOptions = ImportOption.DoNotIncludeTests.class)
class EngineBorderTest {

    private static final String UPDATES = "io.millrace.spark.execution";

    /** The parts of an update, each of which may use those before it. */
    private static final List<String> PARTS =
            Stream.of(
                            "error",
                            "parallel",
                            "resolve",
                            "intent",
                            "table",
                            "checkpoint",
                            "report",
                            "flow",
                            "stream",
                            "runner",
                            "check",
                            "plan",
                            "schedule")
                    .map(part -> UPDATES + "." + part)
                    .toList();

    @ArchTest
    static final ArchRule scalaAndCatalystLiveInOnePackageAndDeltasInternalsInAnother =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "io.millrace.spark.catalyst..", "io.millrace.spark.delta..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("org.apache.spark.sql.catalyst..", "scala..");

    @ArchTest
    static final ArchRule onlyTheDeltaPackageKnowsDeltasInternals =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("io.millrace.spark.delta..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.apache.spark.sql.delta..");

    @ArchTest
    static final ArchRule theEngineReadsTheGraphAndNeverStatements =
            noClasses()
                    .that()
                    .resideInAnyPackage(
                            "io.millrace.spark.execution..",
                            "io.millrace.spark.delta..",
                            "io.millrace.spark.event..",
                            "io.millrace.spark.files..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "io.millrace.compiler.ast..", "io.millrace.compiler.parser..");

    @ArchTest
    static final ArchRule onlyTheCommandLineExits =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("io.millrace.spark.cli..")
                    .should()
                    .callMethod(System.class, "exit", int.class);

    @ArchTest
    static void partsOfAnUpdateUseOnlyThoseBelowThem(JavaClasses engine) {
        for (int i = 0; i < PARTS.size(); i++) {
            String[] above =
                    Stream.concat(PARTS.stream().skip(i + 1), Stream.of(UPDATES))
                            .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(PARTS.get(i))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(above)
                    .check(engine);
        }
    }

    @ArchTest
    static void everyPartOfAnUpdateHasItsPlaceInTheOrder(JavaClasses engine) {
        String[] all = Stream.concat(PARTS.stream(), Stream.of(UPDATES)).toArray(String[]::new);
        classes()
                .that()
                .resideInAPackage(UPDATES + "..")
                .should()
                .resideInAnyPackage(all)
                .check(engine);
    }
}
