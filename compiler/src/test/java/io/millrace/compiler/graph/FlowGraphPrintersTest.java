/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class FlowGraphPrintersTest {

    private static final String EVIL = "<img src=x onerror=alert(1)></script>\"';--\u001B[2J\n]";

    private static FlowGraph evil() {
        DatasetName name = SampleGraph.name(EVIL);
        Dataset plain = SampleGraph.dataset(name, DatasetKind.STREAMING_TABLE);
        Dataset dataset =
                new Dataset(
                        name,
                        plain.kind(),
                        false,
                        List.of(),
                        List.of(),
                        List.of(),
                        ClusterBy.NONE,
                        List.of(),
                        Optional.of(EVIL),
                        Map.of("password", "hunter2"),
                        RefreshPolicySpec.AUTO,
                        Optional.empty(),
                        Optional.empty(),
                        Map.of(),
                        SampleGraph.PLACE);
        return SampleGraph.graph(
                List.of(dataset),
                List.of(
                        SampleGraph.flow(
                                EVIL, name, FlowKind.APPEND, SampleGraph.query("SELECT '" + EVIL)),
                        SampleGraph.flow(
                                "other", name, FlowKind.ONCE, SampleGraph.query("SELECT 1"))));
    }

    @Test
    void text() throws IOException {
        GoldenFile.assertMatches("graph/small.txt", FlowGraphText.write(SampleGraph.small()));
    }

    @Test
    void dot() throws IOException {
        GoldenFile.assertMatches("graph/small.dot", FlowGraphDot.write(SampleGraph.small()));
    }

    @Test
    void mermaid() throws IOException {
        GoldenFile.assertMatches("graph/small.mmd", FlowGraphMermaid.write(SampleGraph.small()));
    }

    @Test
    void htmlDrawing() throws IOException {
        GoldenFile.assertMatches(
                "graph/small.svg", GraphSvg.write(GraphView.of(SampleGraph.small())));
    }

    @Test
    void htmlPageLoadsNothingAndRunsOnlyItsOwnScript() {
        String page = FlowGraphHtml.write(SampleGraph.small());
        assertThat(page)
                .contains("default-src 'none'; style-src 'sha256-")
                .contains("script-src 'sha256-")
                .contains("SELECT sum(amount) FROM orders")
                .doesNotContain("@STYLE@", "@SCRIPT@", "@DATA@", "@SVG@", "@TITLE@")
                .doesNotContain("src=", "href=", "@import", "innerHTML", "style=\"");
    }

    @Test
    void namesCannotBreakOutOfTheHtmlPage() {
        String page = FlowGraphHtml.write(evil());
        assertThat(page).doesNotContain("<img", "\u001B").contains("&lt;img src=x");
        assertThat(page.split("</script>", -1)).hasSize(3);
        assertThat(page).doesNotContain("hunter2");
    }

    @Test
    void namesCannotBreakOutOfTheOtherFormats() {
        assertThat(FlowGraphText.write(evil()).lines()).hasSize(5);
        assertThat(FlowGraphText.write(evil())).doesNotContain("\u001B");
        assertThat(FlowGraphMermaid.write(evil())).doesNotContain("<img", "\u001B");
        assertThat(FlowGraphDot.write(evil()))
                .contains("onerror=alert(1)></script>\\\"';--[2J]\\nstreaming table\"");
    }

    @Test
    void aLongChainGetsOneColumnForEachStep() {
        List<Dataset> datasets = new java.util.ArrayList<>();
        List<Flow> flows = new java.util.ArrayList<>();
        for (int i = 0; i < 200; i++) {
            DatasetName name = SampleGraph.name("t" + i);
            datasets.add(SampleGraph.dataset(name, DatasetKind.STREAMING_TABLE));
            Query query =
                    i == 0
                            ? SampleGraph.query("SELECT 1")
                            : SampleGraph.query(
                                    "SELECT 1",
                                    SampleGraph.input(
                                            InputKind.DATASET,
                                            true,
                                            SampleGraph.name("t" + (i - 1))));
            flows.add(SampleGraph.flow("t" + i, name, FlowKind.APPEND, query));
        }
        var cells = GraphLayout.of(GraphView.of(SampleGraph.graph(datasets, flows)));
        assertThat(cells.get("d199")).isEqualTo(new GraphLayout.Cell(199, 0));
    }
}
