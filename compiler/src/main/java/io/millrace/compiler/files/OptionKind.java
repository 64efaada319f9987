/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.files;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.util.Locale;

/** What the value of an option must look like. */
public enum OptionKind {
    BOOLEAN("true or false") {
        @Override
        public boolean accepts(String value) {
            String lower = value.toLowerCase(Locale.ROOT);
            return lower.equals("true") || lower.equals("false");
        }
    },
    /** A whole number from 0 on. */
    COUNT("a whole number") {
        @Override
        public boolean accepts(String value) {
            return value.matches("[0-9]{1,18}");
        }
    },
    /** A whole number, with or without a unit such as {@code 10m} or {@code 1gb}. */
    BYTES("a number of bytes such as 1000000 or '10mb'") {
        @Override
        public boolean accepts(String value) {
            return ByteSize.isValid(value);
        }
    },
    RATIO("a number above 0, at most 1") {
        @Override
        public boolean accepts(String value) {
            try {
                double number = Double.parseDouble(value);
                return number > 0 && number <= 1;
            } catch (NumberFormatException e) {
                return false;
            }
        }
    },
    MODE("PERMISSIVE, DROPMALFORMED or FAILFAST") {
        @Override
        public boolean accepts(String value) {
            String upper = value.toUpperCase(Locale.ROOT);
            return upper.equals("PERMISSIVE")
                    || upper.equals("DROPMALFORMED")
                    || upper.equals("FAILFAST");
        }
    },
    EVOLUTION("addNewColumns, addNewColumnsWithTypeWidening, rescue, failOnNewColumns or none") {
        @Override
        public boolean accepts(String value) {
            return EvolutionMode.named(value).isPresent();
        }
    },
    ENCODING_NAME("an encoding such as 'UTF-8', 'UTF-16' or 'windows-1252'") {
        @Override
        public boolean accepts(String value) {
            try {
                return Charset.isSupported(value);
            } catch (IllegalCharsetNameException e) {
                return false;
            }
        }
    },
    TEXT("text") {
        @Override
        public boolean accepts(String value) {
            return true;
        }
    };

    private final String description;

    OptionKind(String description) {
        this.description = description;
    }

    /** For messages: "must be ...". */
    public String description() {
        return description;
    }

    /** Whether the text is such a value. */
    public abstract boolean accepts(String value);
}
