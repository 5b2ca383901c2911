package dev.parley.api;

import dev.parley.base.problem.Problem;

import java.util.Optional;

/// Which sessions a list shall show.
///
/// @param project a path, or the last names of one
/// @param text only sessions in which a search for this finds something
/// @param includesSubagents whether sessions that agents started by themselves are wanted, too
public record SessionsRequest(
        Optional<String> provider,
        Optional<String> project,
        Optional<String> text,
        boolean includesSubagents,
        long offset,
        int limit) {
    /// How many are shown unless the asker names a number.
    public static final int USUAL = 50;

    /// How many go into one answer over the network.
    public static final int MOST = 1000;

    public SessionsRequest {
        if (limit < 1) {
            throw Problem.invalid("The limit is " + limit + ".", "Give a number from 1.");
        }
    }
}
