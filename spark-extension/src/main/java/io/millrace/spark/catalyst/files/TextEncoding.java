/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.xml.XmlOptions;
import org.apache.spark.sql.execution.datasources.CodecStreams;
import org.apache.spark.sql.execution.datasources.PartitionedFile;

/**
 * How the characters of a text file are written: as its byte order mark says, else as an option
 * does, else in UTF-8. Spark's own readers know few encodings, and find lines by bytes in all.
 */
public final class TextEncoding {

    /** The reader's option with the name of an encoding other than UTF-8. */
    public static final String OPTION = "millrace.encoding";

    private static final Charset UTF_32 = Charset.forName("UTF-32");
    private static final int BYTE_ORDER_MARK = '\uFEFF';
    private static final int LONGEST_MARK = 4;

    private TextEncoding() {}

    /** The encoding that the options of a reader name. */
    public static Charset named(Map<String, String> options) {
        return Charset.forName(options.getOrDefault(OPTION, StandardCharsets.UTF_8.name()));
    }

    /** The same for XML, whose encoding is left to Spark's reader. */
    public static Charset ofXml(Map<String, String> options) {
        return Charset.forName(
                options.getOrDefault(
                        "encoding",
                        options.getOrDefault("charset", StandardCharsets.UTF_8.name())));
    }

    /** The options of a reader of XML that is written in an encoding. */
    public static Map<String, String> withXml(Map<String, String> options, Charset charset) {
        Map<String, String> changed = new LinkedHashMap<>(options);
        changed.remove("charset");
        changed.put("encoding", charset.name());
        if (!charset.equals(StandardCharsets.UTF_8)) {
            // The other one goes by what the file itself declares, or takes it for UTF-8.
            changed.put(XmlOptions.USE_LEGACY_XML_PARSER(), "true");
        }
        return changed;
    }

    /** What {@link #of} can give. */
    static Set<Charset> possible(Charset named) {
        return new LinkedHashSet<>(
                List.of(named, StandardCharsets.UTF_8, StandardCharsets.UTF_16, UTF_32));
    }

    /**
     * The encoding of a file.
     *
     * @param named what the options say
     */
    public static Charset of(Configuration conf, Path file, Charset named) {
        byte[] start;
        try (InputStream in = CodecStreams.createInputStream(conf, file)) {
            start = in.readNBytes(LONGEST_MARK);
        } catch (IOException e) {
            // Gone or broken: the reader itself fails in its own words, or leaves the file out.
            return named;
        }
        if (startsWith(start, 0xFF, 0xFE, 0, 0) || startsWith(start, 0, 0, 0xFE, 0xFF)) {
            return UTF_32;
        }
        if (startsWith(start, 0xFF, 0xFE) || startsWith(start, 0xFE, 0xFF)) {
            return StandardCharsets.UTF_16;
        }
        return startsWith(start, 0xEF, 0xBB, 0xBF) ? StandardCharsets.UTF_8 : named;
    }

    private static boolean startsWith(byte[] start, int... mark) {
        if (start.length < mark.length) {
            return false;
        }
        for (int i = 0; i < mark.length; i++) {
            if ((start[i] & 0xFF) != mark[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether the ends of lines are the bytes that they are in ASCII, and no others are. */
    static boolean hasLinesOfBytes(Charset charset) {
        return charset.canEncode()
                && !charset.name().startsWith("ISO-2022")
                && Arrays.equals("\r\n".getBytes(charset), new byte[] {'\r', '\n'});
    }

    /**
     * Whether nothing is to be read for a part of a file: where lines cannot be found by bytes, the
     * first part reads all of them.
     */
    public static boolean isReadByAnother(PartitionedFile part, Charset charset) {
        return part.start() > 0 && !hasLinesOfBytes(charset);
    }

    /** The characters of a file without its mark; closed when the task ends, at the latest. */
    public static BufferedReader reader(Configuration conf, Path file, Charset charset)
            throws IOException {
        InputStream in = CodecStreams.createInputStreamWithCloseResource(conf, file);
        return new BufferedReader(withoutMark(new InputStreamReader(in, charset)));
    }

    static Reader withoutMark(Reader characters) throws IOException {
        var reader = new PushbackReader(characters, 1);
        int first = reader.read();
        if (first >= 0 && first != BYTE_ORDER_MARK) {
            reader.unread(first);
        }
        return reader;
    }

    /** The bytes that the file would have in UTF-8, without a mark. */
    public static InputStream utf8(Configuration conf, Path file, Charset charset)
            throws IOException {
        return new Utf8Stream(reader(conf, file, charset));
    }
}
