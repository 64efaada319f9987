/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * One statement with what it is given.
 *
 * @param codes what the compiler says about it: warnings of a statement that is taken, errors of
 *     one that is refused
 * @param setup text that stands before every case of the page
 */
record ConformanceCase(String name, String sql, Set<String> codes, String setup, boolean accepted) {

    private static final String HEAD = "--- ";

    /**
     * The cases of a page: {@code accept.sql} and {@code reject.sql}. A case begins with a line
     * {@code --- what it shows}, with {@code => CODE CODE} at its end where something is reported.
     */
    static List<ConformanceCase> of(Path page) {
        Path setupFile = page.resolve("setup.sql");
        String setup = Files.exists(setupFile) ? read(setupFile) : "";
        List<ConformanceCase> cases = new ArrayList<>();
        cases.addAll(read(page.resolve("accept.sql"), setup, true));
        cases.addAll(read(page.resolve("reject.sql"), setup, false));
        return cases;
    }

    private static List<ConformanceCase> read(Path file, String setup, boolean accepted) {
        List<ConformanceCase> cases = new ArrayList<>();
        String head = null;
        StringBuilder sql = new StringBuilder();
        for (String line : read(file).lines().toList()) {
            if (!line.startsWith(HEAD)) {
                sql.append(line).append('\n');
                continue;
            }
            if (head != null) {
                cases.add(of(head, sql.toString(), setup, accepted));
            }
            head = line.substring(HEAD.length());
            sql.setLength(0);
        }
        assertThat(head).as("cases of %s", file).isNotNull();
        cases.add(of(head, sql.toString(), setup, accepted));
        assertThat(cases).extracting(ConformanceCase::name).doesNotHaveDuplicates();
        return cases;
    }

    private static ConformanceCase of(String head, String sql, String setup, boolean accepted) {
        String[] parts = head.split("=>", 2);
        Set<String> codes = new TreeSet<>();
        if (parts.length > 1) {
            codes.addAll(List.of(parts[1].strip().split(" +", -1)));
        }
        assertThat(accepted || !codes.isEmpty()).as("a code for: %s", head).isTrue();
        return new ConformanceCase(parts[0].strip(), sql.strip(), codes, setup, accepted);
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
