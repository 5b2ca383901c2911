package dev.parley.history.text;

import dev.parley.event.Event;

import tools.jackson.databind.JsonNode;

import java.util.Locale;

/// What a tool call says: the tool's name and all values, each on a line of its own.
final class CallText {
    private CallText() {}

    static String of(Event.ToolCalled called) {
        var text = new StringBuilder(called.name());
        add(called.arguments(), text);
        return text.toString();
    }

    private static void add(JsonNode value, StringBuilder text) {
        if (value.isObject()) {
            value.propertyStream()
                    .forEach(entry -> {
                        // The name is what tells that a value is a secret.
                        if (isOfSecret(entry.getKey())) {
                            text.append('\n').append(entry.getKey()).append(": ");
                        }
                        add(entry.getValue(), text);
                    });
        } else if (value.isArray()) {
            value.forEach(item -> add(item, text));
        } else if (!value.isNull() && !value.isMissingNode() && !value.isBoolean()) {
            var isNamed = !text.isEmpty() && text.charAt(text.length() - 1) == ' ';
            text.append(isNamed ? "" : "\n").append(value.asString());
        }
    }

    private static boolean isOfSecret(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        return lower.contains("key")
                || lower.contains("secret")
                || lower.contains("token")
                || lower.contains("passw");
    }
}
