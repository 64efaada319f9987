/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The borders that docs/decisions/0001-module-border.md draws inside the compiler. */
@AnalyzeClasses(
        packages = "io.millrace.compiler",
        importOptions = ImportOption.DoNotIncludeTests.class)
class ModuleBorderTest {

    @ArchTest
    static final ArchRule onlyTheQueryPackageKnowsSpark =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("io.millrace.compiler.query..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("org.apache.spark..", "scala..");

    @ArchTest
    static final ArchRule nothingNeedsASession =
            noClasses()
                    .should()
                    .dependOnClassesThat()
                    .haveFullyQualifiedName("org.apache.spark.sql.SparkSession");

    @ArchTest
    static final ArchRule theParseTreeDiesInTheParserPackage =
            noClasses()
                    .that()
                    .resideOutsideOfPackages(
                            "io.millrace.compiler.parser..", "io.millrace.compiler.query..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage("org.antlr..", "io.millrace.grammar..");

    @ArchTest
    static final ArchRule sourcesKnowNothingElse =
            noClasses()
                    .that()
                    .resideInAPackage("io.millrace.compiler.source..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "io.millrace.compiler.ast..",
                            "io.millrace.compiler.parser..",
                            "io.millrace.compiler.analysis..",
                            "io.millrace.compiler.graph..",
                            "io.millrace.compiler.query..");

    @ArchTest
    static final ArchRule theGraphKnowsNoStatement =
            noClasses()
                    .that()
                    .resideInAPackage("io.millrace.compiler.graph..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(
                            "io.millrace.compiler.ast..",
                            "io.millrace.compiler.parser..",
                            "io.millrace.compiler.analysis..",
                            "io.millrace.compiler.query..");

    @ArchTest
    static final ArchRule theCompilerNeverExits =
            noClasses().should().callMethod(System.class, "exit", int.class);
}
