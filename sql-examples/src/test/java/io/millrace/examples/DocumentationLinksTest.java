/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DocumentationLinksTest {

    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

    private final Map<Path, Set<String>> anchors = new HashMap<>();

    @Test
    void everyLinkLeadsToAFileOrHeading() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path file : pages()) {
            Matcher matcher = LINK.matcher(withoutBlocks(file));
            while (matcher.find()) {
                String link = matcher.group(1);
                if (!link.contains("://") && !leadsSomewhere(file, link)) {
                    broken.add(Repository.ROOT.relativize(file) + ": " + link);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void everyPageOfTheReferenceIsInTheIndex() throws IOException {
        String index = Files.readString(Repository.DOCS.resolve("README.md"));
        for (Path page : Repository.markdown(Repository.DOCS)) {
            String name = Repository.DOCS.relativize(page).toString();
            if (!name.equals("README.md")) {
                assertThat(index).as("docs/README.md").contains("(" + name + ")");
            }
        }
    }

    @Test
    void everyExampleIsInTheListOfExamples() throws IOException {
        String index = Files.readString(Repository.EXAMPLES.resolve("README.md"));
        for (Path example : Repository.examples()) {
            assertThat(index).contains("(" + example.getFileName() + "/README.md)");
        }
    }

    private static List<Path> pages() {
        List<Path> pages =
                new ArrayList<>(
                        Repository.list(Repository.ROOT, 1, DocumentationLinksTest::isMarkdown));
        pages.addAll(Repository.markdown(Repository.DOCS));
        pages.add(Repository.EXAMPLES.resolve("README.md"));
        Repository.examples().forEach(example -> pages.add(example.resolve("README.md")));
        return pages;
    }

    private static boolean isMarkdown(Path path) {
        return Files.isRegularFile(path) && path.toString().endsWith(".md");
    }

    private boolean leadsSomewhere(Path file, String link) throws IOException {
        int hash = link.indexOf('#');
        String path = hash < 0 ? link : link.substring(0, hash);
        Path target = path.isEmpty() ? file : file.resolveSibling(path).normalize();
        if (!Files.exists(target)) {
            return false;
        }
        return hash < 0 || anchors(target).contains(link.substring(hash + 1));
    }

    private Set<String> anchors(Path file) throws IOException {
        Set<String> known = anchors.get(file);
        if (known != null) {
            return known;
        }
        Set<String> found = new HashSet<>();
        for (String line : withoutBlocks(file).lines().toList()) {
            if (line.startsWith("#")) {
                found.add(anchor(line.replaceFirst("^#+\\s*", "")));
            }
        }
        anchors.put(file, found);
        return found;
    }

    /** A heading as forges make a fragment of it. */
    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .strip()
                .replace(' ', '-');
    }

    private static String withoutBlocks(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        boolean inBlock = false;
        for (String line : Files.readAllLines(file)) {
            if (line.startsWith("```")) {
                inBlock = !inBlock;
            } else if (!inBlock) {
                text.append(line).append('\n');
            }
        }
        return text.toString();
    }
}
