/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;

/** Characters as the bytes that they are in UTF-8, a piece at a time. */
final class Utf8Stream extends InputStream {

    private static final int PIECE = 8192;

    private final Reader characters;
    private final char[] piece = new char[PIECE];
    private int kept;
    private byte[] bytes = new byte[0];
    private int next;

    Utf8Stream(Reader characters) {
        this.characters = characters;
    }

    @Override
    public int read() throws IOException {
        return fill() ? bytes[next++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!fill()) {
            return -1;
        }
        int count = Math.min(length, bytes.length - next);
        System.arraycopy(bytes, next, target, offset, count);
        next += count;
        return count;
    }

    /** Whether there are bytes. */
    private boolean fill() throws IOException {
        while (next == bytes.length) {
            int read = characters.read(piece, kept, PIECE - kept);
            if (read < 0 && kept == 0) {
                return false;
            }
            int count = kept + Math.max(read, 0);
            // The two halves of one character are encoded together.
            boolean half = read > 0 && Character.isHighSurrogate(piece[count - 1]);
            int whole = half ? count - 1 : count;
            bytes = new String(piece, 0, whole).getBytes(StandardCharsets.UTF_8);
            next = 0;
            kept = count - whole;
            if (half) {
                piece[0] = piece[count - 1];
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        characters.close();
    }
}
