/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class FlowGraphJsonTest {

    @Test
    void writesFieldsInAFixedOrderAndLeavesOutDefaults() throws IOException {
        GoldenFile.assertMatches("graph/small.json", FlowGraphJson.write(SampleGraph.small()));
    }

    @Test
    void readsBackWhatItWrites() {
        assertThat(FlowGraphJson.read(FlowGraphJson.write(SampleGraph.small())))
                .isEqualTo(SampleGraph.small());
        assertThat(FlowGraphJson.read(FlowGraphJson.write(SampleGraph.full())))
                .isEqualTo(SampleGraph.full());
    }

    /** Kept for ever: a graph as version 1 wrote it still loads. */
    @Test
    void readsVersion1() throws IOException {
        FlowGraph graph = FlowGraphJson.read(GoldenFile.read("graph/full.v1.json"));
        assertThat(graph).isEqualTo(SampleGraph.full());
    }

    @Test
    void writesEveryField() throws IOException {
        GoldenFile.assertMatches("graph/full.v1.json", FlowGraphJson.write(SampleGraph.full()));
    }

    @Test
    void refusesANewerVersion() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FlowGraphJson.read("{\"version\": 99}"))
                .withMessageContaining("version 99")
                .withMessageContaining("up to 1");
    }

    @Test
    void namesTheFieldThatIsWrong() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FlowGraphJson.read("[]"))
                .withMessage("the flow graph is not a JSON object");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FlowGraphJson.read("{"))
                .withMessageStartingWith("the flow graph is not valid JSON");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FlowGraphJson.read("{\"version\": 1}"))
                .withMessage("in the flow graph, pipeline is missing");
        String json = FlowGraphJson.write(SampleGraph.small());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FlowGraphJson.read(json.replace("\"TEMPORARY_VIEW\"", "\"NEW\"")))
                .withMessage("in the flow graph, datasets[1].kind has the unknown value NEW");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> FlowGraphJson.read(json.replace("\"0:40\"", "\"a:b\"")))
                .withMessage(
                        "in the flow graph, flows[0].query.sql.positions is not a position map:"
                                + " a:b");
    }
}
