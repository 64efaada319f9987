/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.spark.catalyst.files.rescue;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes arrays of JSON records apart, so that one of them is not read for all. */
final class JsonElements {

    private JsonElements() {}

    /**
     * A value as it stands in its file.
     *
     * @param isObject whether it can be a record
     */
    record Element(String text, boolean isObject) {}

    /**
     * The elements of a text that is one array and nothing else.
     *
     * @param text in UTF-8
     */
    static Optional<List<Element>> of(JsonFactory factory, byte[] text) {
        if (!beginsArray(text)) {
            return Optional.empty();
        }
        // Characters, because the places of bytes are not told where a text begins with a mark.
        String characters = new String(text, StandardCharsets.UTF_8);
        List<Element> elements = new ArrayList<>();
        try (JsonParser tokens = factory.createParser(characters)) {
            tokens.nextToken();
            JsonToken token;
            while ((token = tokens.nextToken()) != JsonToken.END_ARRAY) {
                if (token == null) {
                    return Optional.empty();
                }
                int begin = (int) tokens.currentTokenLocation().getCharOffset();
                tokens.skipChildren();
                tokens.finishToken();
                int end = (int) tokens.currentLocation().getCharOffset();
                elements.add(
                        new Element(
                                characters.substring(begin, end).strip(),
                                token == JsonToken.START_OBJECT));
            }
            return tokens.nextToken() == null ? Optional.of(elements) : Optional.empty();
        } catch (IOException e) {
            // What is no JSON is found out again, and kept, when it is parsed.
            return Optional.empty();
        }
    }

    /** The records of a text: those of an array that are objects, else the text itself. */
    static List<String> records(JsonFactory factory, String text) {
        return of(factory, text.getBytes(StandardCharsets.UTF_8))
                .map(
                        elements ->
                                elements.stream()
                                        .filter(Element::isObject)
                                        .map(Element::text)
                                        .toList())
                .orElse(List.of(text));
    }

    private static boolean beginsArray(byte[] text) {
        for (byte character : text) {
            if (character > ' ') {
                return character == '[';
            }
        }
        return false;
    }
}
