package dev.parley.event;

import dev.parley.base.json.Json;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.util.List;
import java.util.regex.Pattern;

/// Hides what looks like a key or a password in what is shown of a session: people share it. What
/// it does not know it cannot hide.
public final class Secrets {
    private static final String HIDDEN = "[secret]";

    /// @param hint without it there is none: looking for it is much faster
    /// @param pattern the first group stays, the rest goes
    private record Kind(String hint, Pattern pattern) {}

    private static Kind kind(String hint, String pattern) {
        return new Kind(hint, Pattern.compile(pattern));
    }

    private static final List<Kind> BY_LOOK =
            List.of(
                    kind(
                            "-----BEGIN",
                            "()-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|\\z)"),
                    // Anthropic, OpenAI, OpenRouter, Stripe and many after them
                    kind("k", "\\b()(?:sk|rk|pk)[-_][A-Za-z0-9_-]{16,}"),
                    kind("_", "\\b()(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\\w{20,})"),
                    kind("glpat-", "\\b()glpat-[A-Za-z0-9_-]{16,}"),
                    kind("xox", "\\b()xox[abeprs]-[A-Za-z0-9-]{10,}"),
                    kind("IA", "\\b()(?:AKIA|ASIA)[A-Z0-9]{16}\\b"),
                    kind("AIza", "\\b()AIza[A-Za-z0-9_-]{30,}"),
                    kind("_", "\\b()(?:hf|npm)_[A-Za-z0-9]{20,}"),
                    kind(
                            "eyJ",
                            "\\b()eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]+"),
                    kind("", "(?i)\\b(bearer\\s+)[A-Za-z0-9._~+/-]{16,}=*"));

    /// By what stands before them. What is not in quotes and goes on like a name with its member or
    /// its arguments is code that gets a secret from somewhere.
    private static final List<Kind> BY_NAME =
            List.of(
                    kind("://", "(\\w{2,20}://[^\\s:/@]{1,100}:)[^\\s:/@]{3,200}(?=@)"),
                    kind(
                            "",
                            "(?i)((?:api[_-]?key|secret|token|passw(?:or)?d)\\w{0,20}[\"']?\\s{0,3}[:=]\\s{0,3}(?:[\"']|(?![a-z_]+(?:\\(|\\.[a-z_]))))[A-Za-z0-9_./+~-]{12,}=*"));

    private Secrets() {}

    public static String mask(String text) {
        return maskNamed(mask(text, BY_LOOK));
    }

    /// Hides only what is behind a name and a colon or an equals sign.
    public static String maskNamed(String text) {
        return mask(text, BY_NAME);
    }

    private static String mask(String text, List<Kind> kinds) {
        var masked = text;
        for (var kind : kinds) {
            if (masked.contains(kind.hint())) {
                masked = kind.pattern().matcher(masked).replaceAll("$1" + HIDDEN);
            }
        }
        return masked;
    }

    /// The same event with every text in it masked.
    public static Envelope mask(Envelope envelope) {
        return EventJson.read(mask(EventJson.write(envelope, EventJson.Raw.LEFT_OUT)));
    }

    static JsonNode mask(JsonNode json) {
        if (json.isObject()) {
            var copy = Json.object();
            json.propertyStream()
                    .forEach(entry -> copy.set(entry.getKey(), mask(entry.getValue())));
            return copy;
        }
        if (json.isArray()) {
            var copy = Json.array();
            json.forEach(item -> copy.add(mask(item)));
            return copy;
        }
        return json.isString() ? StringNode.valueOf(mask(json.asString())) : json;
    }
}
