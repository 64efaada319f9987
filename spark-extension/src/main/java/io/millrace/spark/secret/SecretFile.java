/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.secret;

import io.millrace.spark.QueryException;
import io.millrace.spark.RunErrorCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * A file that holds secrets: a line for each, {@code scope/key=value}. The value is everything
 * behind the first {@code =}, as it stands; empty lines and those that begin with {@code #} say
 * nothing.
 */
final class SecretFile {

    private static final Set<PosixFilePermission> OWNERS =
            Set.of(
                    PosixFilePermission.OWNER_READ,
                    PosixFilePermission.OWNER_WRITE,
                    PosixFilePermission.OWNER_EXECUTE);

    private SecretFile() {}

    /**
     * The secrets by {@code scope/key}.
     *
     * @throws QueryException when others than its owner may read the file, or it is not understood
     */
    static Map<String, String> read(Path file) {
        try {
            checkPrivate(file);
            Map<String, String> secrets = new HashMap<>();
            int number = 0;
            for (String line : Files.readAllLines(file)) {
                number++;
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                int equals = line.indexOf('=');
                String name = equals < 0 ? "" : line.substring(0, equals).strip();
                if (!name.matches("[^/\\s]+/[^/\\s]+")) {
                    throw new QueryException(
                            RunErrorCode.MILLRACE_SECRETS_FILE,
                            "line %d of %s is not understood".formatted(number, file),
                            "write each secret in a line of its own: scope/key=value");
                }
                secrets.put(name, line.substring(equals + 1));
            }
            return secrets;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + file, e);
        }
    }

    /** Where a file system has no such permissions, there is nothing to look at. */
    private static void checkPrivate(Path file) throws IOException {
        Set<PosixFilePermission> permissions;
        try {
            permissions = Files.getPosixFilePermissions(file);
        } catch (UnsupportedOperationException e) {
            return;
        }
        if (!OWNERS.containsAll(permissions)) {
            throw new QueryException(
                    RunErrorCode.MILLRACE_SECRETS_FILE,
                    "others than its owner may use %s, which holds secrets".formatted(file),
                    "chmod 600 " + file);
        }
    }
}
