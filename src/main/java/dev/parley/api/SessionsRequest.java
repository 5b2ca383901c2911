package dev.parley.api;

import dev.parley.base.problem.Problem;

import java.util.Optional;
import java.util.Set;

/// Which sessions a list shall show.
///
/// @param project a path, or the last names of one
/// @param text only sessions in which a search for this finds something
/// @param includesRooms whether those of agents in rooms are wanted, too
/// @param only no other than those with these keys
/// @param includesSubagents whether sessions that agents started by themselves are wanted, too
public record SessionsRequest(
        Optional<String> provider,
        Optional<String> project,
        Optional<String> text,
        boolean includesSubagents,
        boolean includesRooms,
        Optional<Set<String>> only,
        long offset,
        int limit) {
    /// How many are shown unless the asker names a number.
    public static final int USUAL = 50;

    /// How many go into one answer over the network.
    public static final int MOST = 1000;

    public SessionsRequest(
            Optional<String> provider,
            Optional<String> project,
            Optional<String> text,
            boolean includesSubagents,
            long offset,
            int limit) {
        this(provider, project, text, includesSubagents, false, Optional.empty(), offset, limit);
    }

    public SessionsRequest {
        only = only.map(Set::copyOf);
        if (limit < 1) {
            throw Problem.invalid("The limit is " + limit + ".", "Give a number from 1.");
        }
    }
}
