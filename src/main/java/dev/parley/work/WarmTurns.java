package dev.parley.work;

import dev.parley.api.LoggedEvent;
import dev.parley.api.NewPrompt;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.config.RepositoryModel;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.Usage;
import dev.parley.session.Sessions;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// Lets live sessions answer calls, so that the next call finds a warm process. A question of the
/// agent waits in the inbox of approvals like any other.
final class WarmTurns {
    /// What a live session is to answer.
    ///
    /// @param known the live session to go on with, by our id
    /// @param keep whether the session will be resumed later
    record Turn(
            RepositoryModel model,
            Path directory,
            CallPrompt prompt,
            Optional<String> known,
            boolean keep,
            Duration timeout) {
        private NewSession request() {
            var images =
                    prompt.images().stream()
                            .map(image -> new Action.Image("image/" + image.type(), image.base64()))
                            .toList();
            var first = new NewPrompt(prompt.text(), images, false);
            if (known.isPresent()) {
                return NewSession.resuming(known.get()).saying(first);
            }
            return new NewSession(
                    model.driver(),
                    model.model(),
                    directory.toString(),
                    model.permission(),
                    null,
                    null,
                    List.of(),
                    null,
                    first);
        }
    }

    private final Sessions sessions;

    WarmTurns(Sessions sessions) {
        this.sessions = sessions;
    }

    /// On the calling thread, as a single turn is played. Interrupting it ends the turn.
    Outcome play(Turn turn, Consumer<Envelope> sink) throws InterruptedException {
        var told = new Told(sink);
        var alarm = new Alarm(turn.timeout());
        try {
            sessions.turn(turn.request(), told);
        } catch (InterruptedException e) {
            if (!alarm.hasRung()) {
                throw e;
            }
            told.reason = EndReason.TIMEOUT;
        } finally {
            alarm.close();
            if (!turn.keep() || told.reason != EndReason.COMPLETED) {
                close(told.session);
            }
        }
        return told.outcome();
    }

    /// Its process stays warm for others, where others can use it.
    private void close(@Nullable SessionId session) {
        if (session == null) {
            return;
        }
        Thread.startVirtualThread(() -> {
            try {
                sessions.close(session);
            } catch (Problem _) {
                // it ended by itself
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            }
        });
    }

    /// Takes what happens in the turn and keeps what its outcome is made of.
    private static final class Told implements Consumer<LoggedEvent> {
        private final Consumer<Envelope> sink;
        private @Nullable SessionId session;
        private String answer = "";
        private @Nullable Usage usage;
        private Event.@Nullable Failed failure;
        private EndReason reason = EndReason.INTERRUPTED;

        Told(Consumer<Envelope> sink) {
            this.sink = sink;
        }

        @Override
        public void accept(LoggedEvent recorded) {
            session = recorded.session();
            var envelope = recorded.envelope();
            switch (envelope.event()) {
                case Event.AssistantSaid said -> answer = said.content();
                case Event.TokensUsed(var used) -> usage = usage == null ? used : usage.plus(used);
                case Event.Failed failed when !failed.recoverable() -> failure = failed;
                case Event.TurnEnded(_, var ended) -> reason = ended;
                default -> {}
            }
            sink.accept(envelope);
        }

        Outcome outcome() {
            return new Outcome(
                    reason,
                    Optional.ofNullable(session).map(SessionId::toString),
                    answer,
                    Optional.ofNullable(usage),
                    Optional.ofNullable(failure));
        }
    }

    /// Interrupts the thread that made it when the time is up; not any more once it is closed.
    private static final class Alarm implements AutoCloseable {
        private final Thread caller = Thread.currentThread();
        private final Thread clock;
        private boolean isOver; // guarded by this
        private boolean hasRung; // guarded by this

        Alarm(Duration after) {
            clock =
                    Thread.startVirtualThread(() -> {
                        try {
                            Thread.sleep(after);
                            ring();
                        } catch (InterruptedException _) {
                            Thread.currentThread().interrupt();
                        }
                    });
        }

        private synchronized void ring() {
            if (!isOver) {
                hasRung = true;
                caller.interrupt();
            }
        }

        synchronized boolean hasRung() {
            return hasRung;
        }

        @Override
        public synchronized void close() {
            isOver = true;
            clock.interrupt();
            if (hasRung) {
                Thread.interrupted(); // it was meant for the turn
            }
        }
    }
}
