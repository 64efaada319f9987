/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.files;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers of bytes as users write them: {@code 1000}, {@code 10m}, {@code 1gb}. */
public final class ByteSize {

    private static final Pattern FORM =
            Pattern.compile("([0-9]{1,15})\\s*(b|k|kb|m|mb|g|gb|t|tb)?");

    private ByteSize() {}

    static boolean isValid(String text) {
        return matcher(text).matches();
    }

    /** Units are powers of 1024; a text that is not valid is the caller's fault. */
    public static long parse(String text) {
        Matcher matcher = matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(text);
        }
        long number = Long.parseLong(matcher.group(1));
        String unit = matcher.group(2) == null ? "b" : matcher.group(2);
        int power = "bkmgt".indexOf(unit.charAt(0));
        return Math.multiplyExact(number, 1L << (10 * power));
    }

    private static Matcher matcher(String text) {
        return FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
    }
}
