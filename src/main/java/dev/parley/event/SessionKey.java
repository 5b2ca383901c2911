package dev.parley.event;

import org.jspecify.annotations.Nullable;

import java.util.Locale;
import java.util.Optional;

/// The name of a native session to the outside: `provider:nativeId`. The native id may itself
/// contain a colon.
public record SessionKey(String provider, String nativeId) {
    private static final int UUID_LENGTH = 36;

    /// Reads `provider:nativeId`; empty when there is no provider in front.
    public static Optional<SessionKey> parse(String text) {
        var colon = text.indexOf(':');
        return colon <= 0 || colon == text.length() - 1
                ? Optional.empty()
                : Optional.of(new SessionKey(text.substring(0, colon), text.substring(colon + 1)));
    }

    /// The same session, spelled as its CLI spells it: a UUID may be given in capitals, and Codex
    /// takes it for the same then.
    public SessionKey canonical() {
        var id = canonical(nativeId);
        return id.equals(nativeId) ? this : new SessionKey(provider, id);
    }

    public static String canonical(String nativeId) {
        var isUuid =
                nativeId.length() == UUID_LENGTH
                        && nativeId.chars()
                                .allMatch(letter ->
                                        letter == '-' || Character.digit(letter, 16) >= 0);
        return isUuid ? nativeId.toLowerCase(Locale.ROOT) : nativeId;
    }

    /// By hand, as [#equals]: what a record does by itself is made of method handles, which take
    /// long the first time, and this is the key of every map of sessions.
    @Override
    public int hashCode() {
        return provider.hashCode() * 31 + nativeId.hashCode();
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SessionKey(var otherProvider, var otherId)
                && nativeId.equals(otherId)
                && provider.equals(otherProvider);
    }

    @Override
    public String toString() {
        return provider + ":" + nativeId;
    }
}
