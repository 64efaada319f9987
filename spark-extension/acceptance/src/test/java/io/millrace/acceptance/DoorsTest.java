/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.acceptance;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Types the commands of each page on a door to Millrace. */
class DoorsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spark-sql.md",
                "jdbc.md",
                "connect.md",
                "spark-submit.md",
                "notebooks.md",
                "schedulers.md"
            })
    void doesWhatThePageSays(String page, @TempDir Path folder) throws Exception {
        Page.run(page, folder);
    }
}
