package dev.parley.work.call;

import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.work.run.Outcome;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// How a call ended.
///
/// @param patch what the agent changed, if it had a worktree; empty if nothing
/// @param worktree where its worktree is, if that stays
/// @param helpers what became of new files
/// @param functionCalls what the agent calls; it waits for the results
/// @param ignored what the client asked for and did not get
public record CallResult(
        Outcome outcome,
        Optional<String> patch,
        Optional<Path> worktree,
        NewFilePolicy.Result helpers,
        List<FunctionCall> functionCalls,
        List<String> ignored) {
    public CallResult {
        functionCalls = List.copyOf(functionCalls);
        ignored = List.copyOf(ignored);
    }

    static CallResult of(Outcome outcome, NewFilePolicy.Result helpers) {
        return new CallResult(
                outcome, Optional.empty(), Optional.empty(), helpers, List.of(), List.of());
    }

    /// Of an agent that was stopped because it has said enough.
    public static CallResult saying(String answer) {
        return of(
                new Outcome(
                        EndReason.COMPLETED,
                        Optional.empty(),
                        answer,
                        Optional.empty(),
                        Optional.empty()),
                NewFilePolicy.Result.NOTHING);
    }

    /// The same, in which something went wrong. An earlier failure is the cause.
    CallResult failed(String message, String code) {
        return outcome.reason() == EndReason.COMPLETED
                ? with(outcome.failed(Event.Failed.fatal(message, code)))
                : this;
    }

    CallResult with(Outcome other) {
        return new CallResult(other, patch, worktree, helpers, functionCalls, ignored);
    }

    CallResult calling(List<FunctionCall> calls) {
        return new CallResult(outcome, patch, worktree, helpers, calls, ignored);
    }

    /// Of an agent that had a worktree.
    CallResult apart(String changes, Optional<Path> kept) {
        return new CallResult(outcome, Optional.of(changes), kept, helpers, functionCalls, ignored);
    }

    CallResult ignoring(List<String> names) {
        return new CallResult(outcome, patch, worktree, helpers, functionCalls, names);
    }
}
