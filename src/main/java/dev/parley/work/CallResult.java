package dev.parley.work;

import dev.parley.event.EndReason;
import dev.parley.event.Event;

import java.nio.file.Path;
import java.util.Optional;

/// How a call ended.
///
/// @param patch what the agent changed, if it had a worktree; empty if nothing
/// @param worktree where its worktree is, if that stays
/// @param helpers what became of new files
public record CallResult(
        Outcome outcome,
        Optional<String> patch,
        Optional<Path> worktree,
        NewFilePolicy.Result helpers) {
    /// The same for an answer that should be JSON and is not. An earlier failure is the cause.
    CallResult withoutJson() {
        if (outcome.reason() != EndReason.COMPLETED) {
            return this;
        }
        var failure =
                Event.Failed.fatal(
                        "The answer is no JSON, although a schema was asked for.", "no_json");
        return new CallResult(outcome.failed(failure), patch, worktree, helpers);
    }
}
