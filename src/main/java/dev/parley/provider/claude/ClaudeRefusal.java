package dev.parley.provider.claude;

import dev.parley.wire.Happening;

import org.jspecify.annotations.Nullable;

/// Why Claude Code ended before it had begun, from its last words.
final class ClaudeRefusal {
    private ClaudeRefusal() {}

    static Happening of(String conversation, @Nullable String words) {
        var message = words == null ? "Claude Code ended before it was ready." : words;
        return new Happening.Refused(conversation, why(message), message);
    }

    private static Happening.Refusal why(String words) {
        if (ClaudeResult.isAboutAMissingSession(words)
                || words.contains("--resume requires a valid session")) {
            return Happening.Refusal.UNKNOWN_SESSION;
        }
        if (words.contains("is already in use")) {
            return Happening.Refusal.IN_USE;
        }
        return words.contains("Please run /login")
                ? Happening.Refusal.NOT_LOGGED_IN
                : Happening.Refusal.FAILED;
    }
}
