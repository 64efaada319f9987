/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.notification;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.millrace.compiler.project.PipelineProject.Notification;
import io.millrace.spark.FlowError;
import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WebhooksTest {

    private final List<JsonNode> received = Collections.synchronizedList(new ArrayList<>());
    private final List<String> warnings = Collections.synchronizedList(new ArrayList<>());
    private HttpServer server;
    private int status = 204;

    private final UpdateListener progress =
            new UpdateListener() {
                @Override
                public void warning(String message) {
                    warnings.add(message);
                }
            };

    @BeforeEach
    void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/hook/very-secret",
                exchange -> {
                    received.add(new ObjectMapper().readTree(exchange.getRequestBody()));
                    exchange.sendResponseHeaders(status, -1);
                    exchange.close();
                });
        server.start();
    }

    @AfterEach
    void stopServer() {
        server.stop(0);
    }

    private String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/hook/very-secret";
    }

    private void update(String url, String... on) {
        FlowResult failed =
                new FlowResult(
                        "load",
                        "orders",
                        "APPEND",
                        FlowStatus.FAILED,
                        false,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(),
                        Optional.empty(),
                        0,
                        10,
                        Optional.of(new FlowError("DIVIDE_BY_ZERO", "no", Optional.empty())));
        try (Webhooks webhooks =
                new Webhooks(
                        "retail",
                        List.of(new Notification(List.of(on), url)),
                        progress,
                        Clock.systemUTC(),
                        text -> text.replace("{{secrets/hooks/ops}}", url()))) {
            webhooks.updateStarted("u1", 1);
            webhooks.flowChanged(failed);
            webhooks.updateFinished(
                    new UpdateResult(
                            "u1", "retail", UpdateStatus.FAILED, 20, List.of(), List.of(failed)));
        }
    }

    @Test
    void postsWhatWasAskedFor() {
        update(url(), "update_failure", "flow_failure");
        assertThat(warnings).isEmpty();
        assertThat(received)
                .extracting(body -> body.path("event").asText())
                .containsExactlyInAnyOrder("flow_failure", "update_failure");
        JsonNode end =
                received.stream()
                        .filter(body -> body.path("event").asText().equals("update_failure"))
                        .findFirst()
                        .orElseThrow();
        assertThat(end.path("pipeline").asText()).isEqualTo("retail");
        assertThat(end.path("update_id").asText()).isEqualTo("u1");
        assertThat(end.path("status").asText()).isEqualTo("FAILED");
        assertThat(end.path("failed_flows").path(0).path("code").asText())
                .isEqualTo("DIVIDE_BY_ZERO");
    }

    @Test
    void aHookThatFailsIsAWarningThatKeepsItsSecret() {
        status = 500;
        update(url(), "update_failure");
        assertThat(warnings)
                .containsExactly(
                        "the web hook at http://127.0.0.1 could not be told: it answered 500");
    }

    @Test
    void theAddressMayBeASecret() {
        update("{{secrets/hooks/ops}}", "update_start");
        assertThat(received).hasSize(1);
        assertThat(warnings).isEmpty();
    }

    @Test
    void whatIsNoAddressIsAWarning() {
        update("nowhere", "update_start");
        assertThat(warnings)
                .containsExactly(
                        "a web hook of millrace.yml is not an http or https URL; nothing was sent");
    }
}
