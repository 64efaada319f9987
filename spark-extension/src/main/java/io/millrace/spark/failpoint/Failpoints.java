/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.failpoint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Named places in the engine where a test can let the process die, throw or wait. Nothing happens
 * unless the Java system property {@code millrace.failpoints} says so; no setting of Spark or of a
 * pipeline can.
 *
 * <p>The property is a list such as {@code once.before-commit=halt@3,event.write=sleep:500}: what
 * happens at the third and at every pass of the place. {@code halt} ends the process like {@code
 * kill -9}; {@code throw} throws; {@code sleep:N} waits so many milliseconds, {@code wait:FILE} for
 * a file to appear; {@code hang} waits for ever, whatever happens. The property {@code
 * millrace.failpoints.trace} names a file to which the name of each place is appended when it is
 * passed.
 */
public final class Failpoints {

    /** The exit code of a process that a signal 9 has ended. */
    private static final int KILLED = 137;

    private static final Map<String, Action> ACTIONS =
            parse(System.getProperty("millrace.failpoints", ""));
    private static final String TRACE = System.getProperty("millrace.failpoints.trace", "");
    private static final boolean OFF = ACTIONS.isEmpty() && TRACE.isEmpty();

    private Failpoints() {}

    /** What happens at a place, and at which pass of it; 0 for every pass. */
    private record Action(String what, int pass, AtomicInteger passes) {}

    /** The process is at a place. */
    public static void hit(String name) {
        if (OFF) {
            return;
        }
        trace(name);
        Action action = ACTIONS.get(name);
        if (action == null) {
            return;
        }
        int pass = action.passes().incrementAndGet();
        if (action.pass() == 0 || action.pass() == pass) {
            act(name, action.what());
        }
    }

    private static void act(String name, String what) {
        if (what.equals("halt")) {
            Runtime.getRuntime().halt(KILLED);
        }
        if (what.equals("throw")) {
            throw new FailpointException(name);
        }
        if (what.equals("hang")) {
            hang();
        }
        try {
            if (what.startsWith("wait:")) {
                waitFor(Path.of(what.substring("wait:".length())));
                return;
            }
            Thread.sleep(Long.parseLong(what.substring("sleep:".length())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void waitFor(Path file) throws InterruptedException {
        while (!Files.exists(file)) {
            Thread.sleep(20);
        }
    }

    private static void hang() {
        while (true) {
            LockSupport.park();
            boolean unused = Thread.interrupted();
        }
    }

    private static Map<String, Action> parse(String property) {
        Map<String, Action> actions = new HashMap<>();
        for (String part : property.split(",", -1)) {
            if (part.isBlank()) {
                continue;
            }
            int equals = part.indexOf('=');
            int at = part.indexOf('@');
            String what = equals < 0 ? "" : part.substring(equals + 1, at < 0 ? part.length() : at);
            if (!what.matches("halt|throw|hang|sleep:\\d+|wait:.+")) {
                throw new IllegalArgumentException("millrace.failpoints: " + part);
            }
            int pass = at < 0 ? 0 : Integer.parseInt(part.substring(at + 1));
            actions.put(
                    part.substring(0, equals).strip(), new Action(what, pass, new AtomicInteger()));
        }
        return actions;
    }

    private static synchronized void trace(String name) {
        if (TRACE.isEmpty()) {
            return;
        }
        try {
            Files.writeString(
                    Path.of(TRACE),
                    name + "\n",
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Thrown where a test wanted it. */
    public static final class FailpointException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        FailpointException(String name) {
            super("failpoint " + name);
        }
    }
}
