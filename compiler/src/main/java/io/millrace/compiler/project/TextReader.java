/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.project;

import io.millrace.compiler.diagnostic.Diagnostic;
import io.millrace.compiler.diagnostic.Diagnostics;
import io.millrace.compiler.diagnostic.ErrorCode;
import io.millrace.compiler.source.SourceFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * Reads text files as UTF-8. A byte order mark is dropped, line breaks stay as they are; bytes that
 * are no UTF-8 are an error at their place.
 */
final class TextReader {

    /** Far more than anybody writes by hand, and little enough to parse. */
    private static final int MAX_BYTES = 16 * 1024 * 1024;

    private TextReader() {}

    /** The file, or empty after an error was added. */
    static Optional<SourceFile> read(Path path, String name, Diagnostics diagnostics) {
        try {
            long size = Files.size(path);
            if (size > MAX_BYTES) {
                diagnostics.add(
                        unreadable(name, "it has " + size + " bytes, at most 16 MiB are read"));
                return Optional.empty();
            }
            return decode(Files.readAllBytes(path), name, diagnostics);
        } catch (NoSuchFileException e) {
            diagnostics.add(unreadable(name, "it does not exist"));
        } catch (AccessDeniedException e) {
            diagnostics.add(unreadable(name, "permission denied"));
        } catch (IOException e) {
            diagnostics.add(unreadable(name, String.valueOf(e.getMessage())));
        }
        return Optional.empty();
    }

    static Optional<SourceFile> decode(byte[] bytes, String name, Diagnostics diagnostics) {
        int start = startsWith(bytes, 0xEF, 0xBB, 0xBF) ? 3 : 0;
        ByteBuffer in = ByteBuffer.wrap(bytes, start, bytes.length - start);
        CharBuffer out = CharBuffer.allocate(bytes.length - start + 1);
        CharsetDecoder decoder =
                StandardCharsets.UTF_8
                        .newDecoder()
                        .onMalformedInput(CodingErrorAction.REPORT)
                        .onUnmappableCharacter(CodingErrorAction.REPORT);
        CoderResult result = decoder.decode(in, out, true);
        if (!result.isError()) {
            return Optional.of(SourceFile.of(name, out.flip().toString()));
        }
        // The lenient text has the replacement character where the strict one stops.
        String lenient = new String(bytes, start, bytes.length - start, StandardCharsets.UTF_8);
        int offset = Math.min(out.position(), lenient.length());
        SourceFile file = SourceFile.of(name, lenient);
        String found =
                "byte 0x%02X at offset %d".formatted(bytes[in.position()] & 0xFF, in.position());
        diagnostics.add(
                Diagnostic.of(
                                ErrorCode.MILLRACE_FILE_NOT_UTF8,
                                file.span(offset, Math.min(offset + 1, lenient.length())),
                                found)
                        .withHint(hint(bytes)));
        return Optional.empty();
    }

    private static String hint(byte[] bytes) {
        boolean utf16 = startsWith(bytes, 0xFF, 0xFE) || startsWith(bytes, 0xFE, 0xFF);
        return utf16 ? "the file looks like UTF-16; save it as UTF-8" : "save the file as UTF-8";
    }

    private static boolean startsWith(byte[] bytes, int... first) {
        if (bytes.length < first.length) {
            return false;
        }
        for (int i = 0; i < first.length; i++) {
            if ((bytes[i] & 0xFF) != first[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether a file holds pipeline SQL, by its name. */
    static boolean isSql(Path path) {
        return path.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".sql");
    }

    private static Diagnostic unreadable(String name, String why) {
        return Diagnostic.withoutPlace(ErrorCode.MILLRACE_FILE_NOT_READABLE, name, why);
    }
}
