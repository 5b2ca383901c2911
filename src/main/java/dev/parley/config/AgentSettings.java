package dev.parley.config;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.Map;

/// How agents may be asked to work for others.
///
/// @param summarizer the model that shortens what is too long to be passed on; without one it is
///   cut
/// @param signIn the providers whose sign-in an agent with a home of its own may use
/// @param checks the command, by the absolute path of a project, that tells whether work in a
///   worktree of it holds
public record AgentSettings(
        @Nullable String summarizer, List<String> signIn, Map<String, List<String>> checks) {
    static final AgentSettings DEFAULT = new AgentSettings(null, List.of(), Map.of());

    public AgentSettings {
        signIn = signIn == null ? List.of() : List.copyOf(signIn);
        checks = checks == null ? Map.of() : Map.copyOf(checks);
    }
}
