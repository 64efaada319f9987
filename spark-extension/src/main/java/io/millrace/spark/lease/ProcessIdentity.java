/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.lease;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Which process of which machine this is, and whether another one is still there.
 *
 * @param host for people
 * @param machine equal for two processes only if they see each other's process ids; empty where
 *     that cannot be told
 */
record ProcessIdentity(String host, String machine, long pid, Instant started) {

    /** The start of a process is told by the kernel's clock, which may be set meanwhile. */
    private static final Duration TOLERANCE = Duration.ofSeconds(10);

    static ProcessIdentity current() {
        ProcessHandle process = ProcessHandle.current();
        return new ProcessIdentity(
                hostName(), processSpace(), process.pid(), start(process).orElse(Instant.EPOCH));
    }

    /** Whether this process is known to have ended, as seen by another one. */
    boolean isDead(ProcessIdentity observer) {
        if (machine.isEmpty() || !machine.equals(observer.machine())) {
            return false;
        }
        ProcessHandle process = ProcessHandle.of(pid).orElse(null);
        if (process == null || !process.isAlive() || isZombie(pid)) {
            return true;
        }
        // Another process may have got the number.
        return start(process)
                .filter(start -> !started.equals(Instant.EPOCH))
                .map(start -> Duration.between(started, start).abs().compareTo(TOLERANCE) > 0)
                .orElse(false);
    }

    private static Optional<Instant> start(ProcessHandle process) {
        return process.info().startInstant();
    }

    /** Without a lookup in the net where the kernel knows. */
    private static String hostName() {
        Optional<String> name = read("/proc/sys/kernel/hostname");
        if (name.isPresent()) {
            return name.get();
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    /** The running kernel and the space of process ids in it; elsewhere the host has to do. */
    private static String processSpace() {
        Optional<String> boot = read("/proc/sys/kernel/random/boot_id");
        if (boot.isEmpty()) {
            boolean linux = Files.exists(Path.of("/proc/self"));
            return linux ? "" : hostName();
        }
        try {
            Path space = Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
            return boot.get() + "/" + space;
        } catch (IOException e) {
            return "";
        }
    }

    /** Ended, but not yet fetched by its parent. */
    private static boolean isZombie(long pid) {
        return read("/proc/" + pid + "/stat")
                .map(text -> text.substring(text.lastIndexOf(')') + 1).strip())
                .filter(state -> state.startsWith("Z") || state.startsWith("X"))
                .isPresent();
    }

    private static Optional<String> read(String file) {
        Path path = Path.of(file);
        try {
            return Files.isReadable(path)
                    ? Optional.of(Files.readString(path).strip())
                    : Optional.empty();
        } catch (IOException | UncheckedIOException e) {
            return Optional.empty();
        }
    }
}
