/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.lease;

import io.millrace.spark.PipelineBusyException;
import io.millrace.spark.QueryException;
import io.millrace.spark.storage.StorageFiles;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.conf.Configuration;

/** A process that takes a lease and does with it what it is told line by line. */
public final class LeaseProcess {

    private LeaseProcess() {}

    /** Arguments: the folder of the lease, the id of the update. */
    public static void main(String[] arguments) throws Exception {
        try (PipelineLease lease =
                PipelineLease.acquire(
                        new StorageFiles(new Configuration(false)),
                        arguments[0],
                        "retail",
                        arguments[1])) {
            System.out.println("held " + lease.mark().version());
            var commands =
                    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String command = commands.readLine();
                    command != null && !command.equals("close");
                    command = commands.readLine()) {
                System.out.println(check(lease));
            }
        } catch (PipelineBusyException e) {
            System.out.println("busy " + e.getMessage());
        }
    }

    private static String check(PipelineLease lease) {
        try {
            lease.check();
            return "may commit";
        } catch (QueryException e) {
            return e.condition();
        }
    }
}
