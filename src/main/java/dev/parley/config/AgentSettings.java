package dev.parley.config;

import org.jspecify.annotations.Nullable;

import java.util.List;

/// How agents may be asked to work for others.
///
/// @param summarizer the model that shortens what is too long to be passed on; without one it is
///   cut
/// @param signIn the providers whose sign-in an agent with a home of its own may use
public record AgentSettings(@Nullable String summarizer, List<String> signIn) {
    static final AgentSettings DEFAULT = new AgentSettings(null, List.of());

    public AgentSettings {
        signIn = signIn == null ? List.of() : List.copyOf(signIn);
    }
}
