/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.acceptance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** A Maven repository with what the build would deploy, in a folder of the build. */
final class Repository {

    private static final String VERSION = "0.1.0";
    private static final Path FOLDER = Path.of("target", "repository").toAbsolutePath();

    private Repository() {}

    /** Lays it out, with the jars and the descriptions as they are now. */
    static synchronized Path make() throws IOException {
        deploy("", "millrace-parent");
        deploy("grammar", "millrace-grammar");
        deploy("compiler", "millrace-compiler_4.2_2.13");
        deploy("spark-extension", "millrace-spark-extension_4.2_2.13");
        return FOLDER;
    }

    private static void deploy(String module, String artifact) throws IOException {
        Path source = Distribution.ROOT.resolve(module);
        String file = artifact + "-" + VERSION;
        Path target = FOLDER.resolve(Path.of("io", "millrace", artifact, VERSION));
        Files.createDirectories(target);
        copy(source.resolve("pom.xml"), target.resolve(file + ".pom"));
        if (!module.isEmpty()) {
            copy(source.resolve("target").resolve(file + ".jar"), target.resolve(file + ".jar"));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.copy(from, to, StandardCopyOption.REPLACE_EXISTING);
    }
}
