/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.delta;

import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.delta.OptimisticTransaction;

/**
 * Which fence stands before the commits of a session. A session and its clones, those of streaming
 * queries too, carry its name as a setting.
 */
public final class CommitFences {

    private static final String FENCE = "spark.millrace.internal.commitFence";
    static final String CHECKPOINT_FILES = "spark.sql.streaming.checkpointFileManagerClass";

    /** The class that the user wants instead of Spark's. */
    static final String USERS_CHECKPOINT_FILES =
            "spark.millrace.internal.checkpointFileManagerClass";

    private static final ConcurrentMap<String, CommitFence> FENCES = new ConcurrentHashMap<>();

    private CommitFences() {}

    /**
     * Puts a fence before all commits of the session and of what is cloned from it later.
     *
     * @param name of this fence alone
     */
    public static void set(SparkSession session, String name, CommitFence fence) {
        FENCES.put(name, fence);
        session.conf().set(FENCE, name);
        String own = FencedCheckpointFiles.class.getName();
        String before = session.conf().get(CHECKPOINT_FILES, "");
        if (!before.isEmpty() && !before.equals(own)) {
            session.conf().set(USERS_CHECKPOINT_FILES, before);
        }
        session.conf().set(CHECKPOINT_FILES, own);
    }

    /** The fence of the session whose settings these are; empty where it is not in this process. */
    static Optional<CommitFence> of(Configuration settings) {
        return Optional.ofNullable(FENCES.get(settings.get(FENCE, "")));
    }

    /** The name of the fence of a session, which is the id of the update; empty without one. */
    public static String name(SparkSession session) {
        return session.conf().get(FENCE, "");
    }

    /** Forgets a fence: commits that would need it fail. */
    public static void remove(String name) {
        FENCES.remove(name);
    }

    /** To be called when a transaction begins: a successor's mark makes it fail, now or later. */
    static void begin(SparkSession session, OptimisticTransaction transaction) {
        of(session)
                .ifPresent(
                        fence -> {
                            TableWrite.Mark mark = fence.mark();
                            if (transaction.txnVersion(mark.application()) > mark.version()) {
                                throw fence.lost();
                            }
                        });
    }

    /** To be called right before a commit, and before rows go to places that know no fence. */
    public static void check(SparkSession session) {
        of(session).ifPresent(CommitFence::check);
    }

    private static Optional<CommitFence> of(SparkSession session) {
        String name = session.conf().get(FENCE, "");
        if (name.isEmpty()) {
            return Optional.empty();
        }
        CommitFence fence = FENCES.get(name);
        if (fence == null) {
            throw new IllegalStateException("the update of this session has ended");
        }
        return Optional.of(fence);
    }
}
