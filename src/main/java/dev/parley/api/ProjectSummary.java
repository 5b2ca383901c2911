package dev.parley.api;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/// A directory in which agents worked.
///
/// @param sessions how many there are, without those of subagents
/// @param updated when something was last said in one of them
public record ProjectSummary(String path, int sessions, Instant updated, List<String> providers) {
    public ProjectSummary {
        providers = List.copyOf(providers);
    }

    /// Both together, of the same project.
    public ProjectSummary plus(ProjectSummary other) {
        return new ProjectSummary(
                path,
                sessions + other.sessions,
                updated.isAfter(other.updated) ? updated : other.updated,
                providers.containsAll(other.providers)
                        ? providers
                        : Stream.concat(providers.stream(), other.providers.stream())
                                .distinct()
                                .sorted()
                                .toList());
    }
}
