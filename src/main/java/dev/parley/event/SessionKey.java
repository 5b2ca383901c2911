package dev.parley.event;

import java.util.Optional;

/// The name of a native session to the outside: `provider:nativeId`. The native id may itself
/// contain a colon.
public record SessionKey(String provider, String nativeId) {
    /// Reads `provider:nativeId`; empty when there is no provider in front.
    public static Optional<SessionKey> parse(String text) {
        var colon = text.indexOf(':');
        return colon <= 0 || colon == text.length() - 1
                ? Optional.empty()
                : Optional.of(new SessionKey(text.substring(0, colon), text.substring(colon + 1)));
    }

    @Override
    public String toString() {
        return provider + ":" + nativeId;
    }
}
