/* SPDX-License-Identifier: Apache-2.0 */
package io.millrace.compiler.kafka;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What the value of an option must look like. */
enum KafkaValue {
    TEXT("a text that is not empty") {
        @Override
        boolean accepts(String value) {
            return !value.isBlank();
        }
    },
    BOOLEAN("true or false") {
        @Override
        boolean accepts(String value) {
            return value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false");
        }
    },
    /** A whole number above 0. */
    COUNT("a whole number above 0") {
        @Override
        boolean accepts(String value) {
            return value.matches("0*[1-9][0-9]{0,17}");
        }
    },
    NUMBER("a whole number") {
        @Override
        boolean accepts(String value) {
            return value.matches("[0-9]{1,18}");
        }
    },
    /** As Spark reads times: with or without a unit. */
    DELAY("a time such as '30s' or '15m'") {
        @Override
        boolean accepts(String value) {
            return value.toLowerCase(Locale.ROOT).matches("[0-9]{1,15} ?(us|ms|s|m|min|h|d)?");
        }
    },
    PATTERN("a regular expression") {
        @Override
        boolean accepts(String value) {
            try {
                return !value.isBlank() && Pattern.compile(value) != null;
            } catch (PatternSyntaxException e) {
                return false;
            }
        }
    },
    PARTITIONS("JSON such as '{\"topic\": [0, 1]}'") {
        @Override
        boolean accepts(String value) {
            return topics(value, JsonNode::isArray, JsonNode::isIntegralNumber);
        }
    },
    STARTING("'earliest', 'latest', or JSON such as '{\"topic\": {\"0\": 23, \"1\": -2}}'") {
        @Override
        boolean accepts(String value) {
            return isEnd(value) || OFFSETS.accepts(value);
        }
    },
    ENDING("'latest', or JSON such as '{\"topic\": {\"0\": 50, \"1\": -1}}'") {
        @Override
        boolean accepts(String value) {
            return value.equalsIgnoreCase("latest") || OFFSETS.accepts(value);
        }
    },
    OFFSETS("JSON such as '{\"topic\": {\"0\": 23, \"1\": 42}}'") {
        @Override
        boolean accepts(String value) {
            return topics(value, JsonNode::isObject, JsonNode::isIntegralNumber);
        }
    },
    TIME("a time such as TIMESTAMP '2024-01-31 12:00:00Z', or milliseconds since 1970") {
        @Override
        boolean accepts(String value) {
            return KafkaTime.milliseconds(value).isPresent();
        }
    },
    STRATEGY("'error' or 'latest'") {
        @Override
        boolean accepts(String value) {
            return value.equalsIgnoreCase("error") || value.equalsIgnoreCase("latest");
        }
    };

    private static final ObjectMapper JSON =
            new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final String description;

    KafkaValue(String description) {
        this.description = description;
    }

    /** For messages: "must be ...". */
    String description() {
        return description;
    }

    /** Whether the text, without white space around it, is such a value. */
    abstract boolean accepts(String value);

    private static boolean isEnd(String value) {
        return value.equalsIgnoreCase("earliest") || value.equalsIgnoreCase("latest");
    }

    private static boolean topics(
            String text, Predicate<JsonNode> partitions, Predicate<JsonNode> value) {
        return parse(text)
                .filter(JsonNode::isObject)
                .filter(topics -> !topics.isEmpty())
                .filter(topics -> all(topics, partitions))
                .filter(topics -> all(topics, topic -> all(topic, value)))
                .isPresent();
    }

    private static Optional<JsonNode> parse(String text) {
        try {
            return Optional.ofNullable(JSON.readTree(text));
        } catch (JsonProcessingException e) {
            return Optional.empty();
        }
    }

    private static boolean all(JsonNode nodes, Predicate<JsonNode> condition) {
        for (JsonNode node : nodes) {
            if (!condition.test(node)) {
                return false;
            }
        }
        return true;
    }
}
