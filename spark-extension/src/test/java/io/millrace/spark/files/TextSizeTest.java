/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import static org.assertj.core.api.Assertions.assertThat;

import io.millrace.compiler.files.FileFormat;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class TextSizeTest {

    @Test
    void packedFilesHoldMoreThanTheirSize() {
        assertThat(size(Optional.empty(), "a.json", "b.csv")).isEqualTo(200);
        assertThat(size(Optional.empty(), "a.json", "b.json.gz", "c.PARQUET")).isEqualTo(1700);
        assertThat(size(Optional.of(FileFormat.PARQUET), "part-0")).isEqualTo(800);
        assertThat(size(Optional.of(FileFormat.JSON), "part-0")).isEqualTo(100);
        assertThat(size(Optional.empty())).isZero();
    }

    private static long size(Optional<FileFormat> format, String... names) {
        return TextSize.of(
                List.of(names).stream()
                        .map(name -> new FileStatus(100, false, 1, 1, 0, new Path("/in/" + name)))
                        .toList(),
                format);
    }
}
