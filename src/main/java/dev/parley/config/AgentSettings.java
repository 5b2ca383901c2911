package dev.parley.config;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/// How agents may be asked to work for others.
///
/// @param summarizer the model that shortens what is too long to be passed on; without one it is
///   cut
/// @param signIn the providers whose sign-in an agent with a home of its own may use
/// @param checks the command, by the absolute path of a project, that tells whether work in a
///   worktree of it holds
/// @param maxDepth how many agents may stand one behind the other
/// @param maxDescendants how many pieces of work one request may lead to
/// @param maxChainCost what they may cost together, in US dollars
/// @param budgetPerDay what all work for others may cost in a day before a person is asked, in US
///   dollars
/// @param keepDays how long answers, and homes that nobody uses, are kept
public record AgentSettings(
        @Nullable String summarizer,
        List<String> signIn,
        Map<String, List<String>> checks,
        @Nullable Integer maxDepth,
        @Nullable Integer maxDescendants,
        @Nullable Double maxChainCost,
        @Nullable Double budgetPerDay,
        @Nullable Integer keepDays) {
    static final AgentSettings DEFAULT =
            new AgentSettings(null, List.of(), Map.of(), null, null, null, null, null);

    public AgentSettings {
        signIn = signIn == null ? List.of() : List.copyOf(signIn);
        checks = checks == null ? Map.of() : Map.copyOf(checks);
    }

    /// How long answers, and homes that nobody uses, are kept.
    public Duration kept() {
        return Duration.ofDays(keepDays == null ? 30 : keepDays);
    }
}
