package dev.parley.work.run;

import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Usage;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/// Folds the events of one turn into its [Outcome], for single turns and live ones alike. Belongs
/// to the thread that publishes the events.
public final class OutcomeBuilder {
    private String answer = "";
    private @Nullable Usage usage;
    private Event.@Nullable Failed failure;

    public void add(Event event) {
        switch (event) {
            case Event.AssistantSaid said -> answer = said.content();
            case Event.TokensUsed(var used) -> usage = usage == null ? used : usage.plus(used);
            case Event.Failed failed -> addFailure(failed);
            case Event.AboutSession _,
                    Event.AboutTurn _,
                    Event.Message _,
                    Event.AboutTool _,
                    Event.AboutApproval _,
                    Event.Unrecognized _ -> {}
        }
    }

    /// The first fatal failure is the cause. Those that follow are its effects: a process that
    /// exits, a turn that is given up.
    private void addFailure(Event.Failed failed) {
        if (failure == null && !failed.recoverable()) {
            failure = failed;
        }
    }

    Optional<Event.Failed> failure() {
        return Optional.ofNullable(failure);
    }

    public Outcome build(EndReason reason, Optional<String> sessionId) {
        return new Outcome(reason, sessionId, answer, Optional.ofNullable(usage), failure());
    }
}
