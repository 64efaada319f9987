/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.files;

import io.millrace.compiler.files.FileFormat;
import io.millrace.compiler.files.KnownOptions;
import io.millrace.spark.catalyst.files.TextEncoding;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Takes the encoding out of a reader's options: the files are decoded before Spark sees them. */
final class Encodings {

    private Encodings() {}

    /**
     * @param options those of the reader, which are changed
     */
    static void prepare(FileFormat format, Map<String, String> options) {
        String encoding = options.get(KnownOptions.ENCODING);
        String charset = options.get(KnownOptions.CHARSET);
        if (encoding != null && charset != null && !of(encoding).equals(of(charset))) {
            throw FileErrors.argument(
                    KnownOptions.CHARSET,
                    "`encoding` and `charset` say the same, but are '%s' and '%s'"
                            .formatted(encoding, charset));
        }
        String name = encoding == null ? charset : encoding;
        if (name == null || format == FileFormat.XML) {
            return;
        }
        options.remove(KnownOptions.ENCODING);
        options.remove(KnownOptions.CHARSET);
        if (!of(name).equals(StandardCharsets.UTF_8)) {
            options.put(TextEncoding.OPTION, of(name).name());
        }
    }

    private static Charset of(String name) {
        return Charset.forName(name.strip());
    }
}
