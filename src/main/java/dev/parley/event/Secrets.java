package dev.parley.event;

import dev.parley.base.json.Json;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Hides what looks like a key or a password in what is shown of a session: people share it. What
/// it does not know it cannot hide.
public final class Secrets {
    private static final String HIDDEN = "[secret]";

    /// @param isLikely without it there is none: looking for it is much faster
    /// @param pattern the first group stays, the rest goes
    private record Kind(Predicate<String> isLikely, Pattern pattern) {}

    private static Kind kind(String hint, String pattern) {
        return new Kind(text -> text.contains(hint), Pattern.compile(pattern));
    }

    /// One that begins with any of these words, in small letters or capitals.
    private static Kind kindWith(String pattern, String... words) {
        return new Kind(text -> hasAny(text, words), Pattern.compile(pattern));
    }

    /// Looks at every letter of a long session, so it asks for no more than one bit of most.
    private static boolean hasAny(String text, String... words) {
        var firsts = 0;
        for (var word : words) {
            firsts |= 1 << (word.charAt(0) & 31);
        }
        for (int at = 0, length = text.length(); at < length; at++) {
            var letter = text.charAt(at);
            if ((firsts >>> (letter & 31) & 1) != 0 && beginsAny(text, at, words)) {
                return true;
            }
        }
        return false;
    }

    private static boolean beginsAny(String text, int at, String... words) {
        for (var word : words) {
            if (text.regionMatches(true, at, word, 0, word.length())) {
                return true;
            }
        }
        return false;
    }

    private static final List<Kind> BY_LOOK =
            List.of(
                    kind(
                            "-----BEGIN",
                            "()-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\\s\\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|\\z)"),
                    // Anthropic, OpenAI, OpenRouter, Stripe and many after them
                    kindWith("\\b()(?:sk|rk|pk)[-_][A-Za-z0-9_-]{16,}", "k-", "k_"),
                    kind("_", "\\b()(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_\\w{20,})"),
                    kind("glpat-", "\\b()glpat-[A-Za-z0-9_-]{16,}"),
                    kind("xox", "\\b()xox[abeprs]-[A-Za-z0-9-]{10,}"),
                    kind("IA", "\\b()(?:AKIA|ASIA)[A-Z0-9]{16}\\b"),
                    kind("AIza", "\\b()AIza[A-Za-z0-9_-]{30,}"),
                    kind("_", "\\b()(?:hf|npm)_[A-Za-z0-9]{20,}"),
                    kind(
                            "eyJ",
                            "\\b()eyJ[A-Za-z0-9_-]{8,}\\.eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]+"),
                    kindWith("(?i)\\b(bearer\\s+)[A-Za-z0-9._~+/-]{16,}=*", "bearer"));

    /// By what stands before them. What is not in quotes and goes on like a name with its member or
    /// its arguments is code that gets a secret from somewhere.
    private static final List<Kind> BY_NAME =
            List.of(
                    kind("://", "(\\w{2,20}://[^\\s:/@]{1,100}:)[^\\s:/@]{3,200}(?=@)"),
                    kindWith(
                            "(?i)((?:api[_-]?key|secret|token|passw(?:or)?d)\\w{0,20}[\"']?\\s{0,3}[:=]\\s{0,3}(?:[\"']|(?![a-z_]+(?:\\(|\\.[a-z_]))))[A-Za-z0-9_./+~-]{12,}=*",
                            "api",
                            "secret",
                            "token",
                            "passw"));

    private Secrets() {}

    /// The patterns take far longer than reading a text, so they are asked about the places only
    /// where there may be something.
    public static String mask(String text) {
        var signs = new SecretSigns();
        signs.look(text.toCharArray(), text.length());
        var masked = new StringBuilder();
        var done = 0;
        for (var at = signs.next(0); at < text.length(); at = signs.next(at + 1)) {
            var place = signs.suspicious(at);
            if (place >= done) {
                var from = signs.beginning(place, done);
                var end = signs.ending(place);
                var seen = text.substring(from, end);
                var shown = maskAll(seen);
                if (!shown.equals(seen)) {
                    var rest = unchanged(seen, shown);
                    masked.append(text, done, from).append(shown, 0, shown.length() - rest);
                    done = end - rest;
                    at = done - 1;
                }
            }
        }
        return done == 0 ? text : masked.append(text, done, text.length()).toString();
    }

    /// How many characters at the end of a text are the same as before it was masked: something
    /// else may begin there.
    public static int unchanged(String before, String masked) {
        var most = Math.min(before.length(), masked.length());
        var same = 0;
        while (same < most
                && before.charAt(before.length() - 1 - same)
                        == masked.charAt(masked.length() - 1 - same)) {
            same++;
        }
        return same;
    }

    /// The patterns for all of it.
    static String maskAll(String text) {
        return mask(mask(text, BY_LOOK), BY_NAME);
    }

    private static String mask(String text, List<Kind> kinds) {
        var masked = text;
        for (var kind : kinds) {
            if (kind.isLikely().test(masked)) {
                masked = kind.pattern().matcher(masked).replaceAll("$1" + HIDDEN);
            }
        }
        return masked;
    }

    /// The same event with every text in it masked.
    public static Envelope mask(Envelope envelope) {
        return switch (envelope.event()) {
            // Nearly all of a long session, without the way over JSON, which takes most of the
            // time.
            case Event.UserSaid(var text, var id) ->
                    with(envelope, new Event.UserSaid(mask(text), maskIfThere(id)));
            case Event.AssistantSaid(var text, var id) ->
                    with(envelope, new Event.AssistantSaid(mask(text), maskIfThere(id)));
            case Event.AssistantStreamed(var text, var id) ->
                    with(envelope, new Event.AssistantStreamed(mask(text), mask(id)));
            case Event.Thought(var text, var isDelta, var id) ->
                    with(envelope, new Event.Thought(mask(text), isDelta, maskIfThere(id)));
            case Event.ToolCalled(var id, var name, var arguments) ->
                    with(envelope, new Event.ToolCalled(mask(id), mask(name), mask(arguments)));
            case Event.ToolReturned(var id, var name, var output, var isError, var exitCode) ->
                    with(
                            envelope,
                            new Event.ToolReturned(
                                    mask(id), maskIfThere(name), mask(output), isError, exitCode));
            case Event.TokensUsed same -> with(envelope, same);
            case Event.AboutSession _,
                    Event.AboutTurn _,
                    Event.AboutApproval _,
                    Event.Failed _,
                    Event.Unrecognized _ ->
                    EventJson.read(mask(EventJson.write(envelope, EventJson.Raw.LEFT_OUT)));
        };
    }

    private static Envelope with(Envelope envelope, Event event) {
        return new Envelope(
                envelope.timestamp(),
                envelope.provider(),
                envelope.sessionId(),
                envelope.sequenceNumber(),
                event,
                null);
    }

    private static @Nullable String maskIfThere(@Nullable String text) {
        return text == null ? null : mask(text);
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
