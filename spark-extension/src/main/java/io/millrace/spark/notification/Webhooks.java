/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.notification;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.millrace.compiler.project.PipelineProject.Notification;
import io.millrace.spark.FlowResult;
import io.millrace.spark.FlowStatus;
import io.millrace.spark.QueryException;
import io.millrace.spark.UpdateListener;
import io.millrace.spark.UpdateResult;
import io.millrace.spark.UpdateStatus;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/**
 * Posts JSON to the web hooks of a project. Passes everything on to another listener, which is
 * warned when a post fails; an update never fails for it. Closing waits for what is under way.
 */
public final class Webhooks implements UpdateListener, AutoCloseable {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final String pipeline;
    private final List<Notification> notifications;
    private final UpdateListener next;
    private final Clock clock;
    private final UnaryOperator<String> secrets;
    private final List<CompletableFuture<Void>> posts = new ArrayList<>();
    private volatile String updateId = "";
    private HttpClient client;

    /**
     * @param secrets puts in the values of the secrets that a text names
     */
    public Webhooks(
            String pipeline,
            List<Notification> notifications,
            UpdateListener next,
            Clock clock,
            UnaryOperator<String> secrets) {
        this.pipeline = requireNonNull(pipeline, "pipeline");
        this.notifications = List.copyOf(notifications);
        this.next = requireNonNull(next, "next");
        this.clock = requireNonNull(clock, "clock");
        this.secrets = requireNonNull(secrets, "secrets");
    }

    @Override
    public void updateStarted(String id, int flows) {
        updateId = id;
        next.updateStarted(id, flows);
        send("update_start", node -> node.put("flows", flows));
    }

    @Override
    public void flowChanged(FlowResult flow) {
        next.flowChanged(flow);
        if (flow.status() == FlowStatus.FAILED) {
            send("flow_failure", node -> node.set("flow", flow(flow)));
        }
    }

    @Override
    public void warning(String message) {
        next.warning(message);
    }

    @Override
    public void updateFinished(UpdateResult result) {
        next.updateFinished(result);
        if (result.status() == UpdateStatus.CANCELED) {
            return;
        }
        boolean good = result.status() == UpdateStatus.COMPLETED;
        send(
                good ? "update_success" : "update_failure",
                node -> {
                    node.put("status", result.status().name());
                    node.put("duration_ms", result.durationMs());
                    ArrayNode failed = node.putArray("failed_flows");
                    result.flows().stream()
                            .filter(flow -> flow.status() == FlowStatus.FAILED)
                            .forEach(flow -> failed.add(flow(flow)));
                });
    }

    private static ObjectNode flow(FlowResult flow) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("name", flow.name());
        node.put("target", flow.target());
        flow.error()
                .ifPresent(
                        error -> {
                            node.put("code", error.code());
                            node.put("message", error.message());
                        });
        return node;
    }

    /** Puts what an event has of its own. */
    private interface Body {
        void fill(ObjectNode node);
    }

    private void send(String event, Body body) {
        for (Notification notification : notifications) {
            if (!notification.on().contains(event)) {
                continue;
            }
            ObjectNode node = JsonNodeFactory.instance.objectNode();
            node.put("event", event);
            node.put("pipeline", pipeline);
            node.put("update_id", updateId);
            node.put("timestamp", clock.instant().toString());
            body.fill(node);
            post(notification.webhook(), node.toString());
        }
    }

    private synchronized void post(String webhook, String body) {
        Optional<URI> address;
        try {
            address = address(secrets.apply(webhook));
        } catch (QueryException e) {
            next.warning("a web hook of millrace.yml was not told: " + e.getMessage());
            return;
        }
        if (address.isEmpty()) {
            next.warning(
                    "a web hook of millrace.yml is not an http or https URL; nothing was sent");
            return;
        }
        if (client == null) {
            client = HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
        }
        HttpRequest request =
                HttpRequest.newBuilder(address.get())
                        .timeout(TIMEOUT)
                        .header("Content-Type", "application/json; charset=utf-8")
                        .POST(HttpRequest.BodyPublishers.ofString(body, StandardCharsets.UTF_8))
                        .build();
        posts.add(
                client.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                        .handle((response, failure) -> judge(address.get(), response, failure)));
    }

    private static Optional<URI> address(String webhook) {
        try {
            URI uri = URI.create(webhook);
            boolean http = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            return http && uri.getHost() != null ? Optional.of(uri) : Optional.empty();
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private Void judge(URI address, HttpResponse<Void> response, Throwable failure) {
        if (failure != null) {
            Throwable cause = failure.getCause() == null ? failure : failure.getCause();
            warn(address, cause.getClass().getSimpleName());
        } else if (response.statusCode() / 100 != 2) {
            warn(address, "it answered " + response.statusCode());
        }
        return null;
    }

    /** Paths of web hooks hold secrets: only the host is shown. */
    private void warn(URI address, String why) {
        next.warning(
                "the web hook at %s://%s could not be told: %s"
                        .formatted(address.getScheme(), address.getHost(), why));
    }

    @Override
    public void close() {
        List<CompletableFuture<Void>> left;
        synchronized (this) {
            left = List.copyOf(posts);
        }
        CompletableFuture<Void> all =
                CompletableFuture.allOf(left.toArray(CompletableFuture[]::new));
        try {
            all.get(2 * TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            next.warning("web hooks could not be told of the update in time");
        }
    }
}
