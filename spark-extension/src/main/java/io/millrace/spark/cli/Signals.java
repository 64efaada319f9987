/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.cli;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Turns the first SIGINT or SIGTERM into an interrupt of a thread, so that it can stop cleanly; the
 * second one ends the process at once.
 *
 * <p>Shutdown hooks would come too late: Spark's own run beside ours and take the session away.
 */
final class Signals implements AutoCloseable {

    private static final Map<String, Integer> EXIT_CODES = Map.of("INT", 130, "TERM", 143);

    private final Thread thread;
    private final AtomicInteger exitCode = new AtomicInteger();
    private volatile boolean interrupts = true;
    private volatile boolean closed;

    private Signals(Thread thread) {
        this.thread = thread;
    }

    /** Watches until it is closed; where signals can't be had, the process just ends on them. */
    static Signals interrupting(Thread thread) {
        Signals signals = new Signals(thread);
        EXIT_CODES.keySet().forEach(signals::handle);
        return signals;
    }

    /** 130 or 143 after a signal, 0 otherwise. */
    int exitCode() {
        return exitCode.get();
    }

    /** What is left to do is to be done to its end: only a second signal ends it. */
    void stopInterrupting() {
        interrupts = false;
        boolean unused = Thread.interrupted();
    }

    @Override
    public void close() {
        closed = true;
    }

    /** By reflection: the compiler warns of the class, and not every Java has it. */
    private void handle(String name) {
        try {
            Class<?> signalType = Class.forName("sun.misc.Signal");
            Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
            Object handler =
                    Proxy.newProxyInstance(
                            Signals.class.getClassLoader(),
                            new Class<?>[] {handlerType},
                            (proxy, method, arguments) -> {
                                if (method.getDeclaringClass() == Object.class) {
                                    return method.invoke(this, arguments);
                                }
                                received(name);
                                return null;
                            });
            Object signal = signalType.getConstructor(String.class).newInstance(name);
            signalType.getMethod("handle", signalType, handlerType).invoke(null, signal, handler);
        } catch (ClassNotFoundException
                | NoSuchMethodException
                | InstantiationException
                | IllegalAccessException
                | InvocationTargetException e) {
            // The default action stays: the process ends, and the next update goes on from there.
            return;
        }
    }

    private void received(String name) {
        int code = EXIT_CODES.get(name);
        if (closed || !exitCode.compareAndSet(0, code)) {
            Runtime.getRuntime().halt(code);
        }
        if (interrupts) {
            thread.interrupt();
        }
    }
}
