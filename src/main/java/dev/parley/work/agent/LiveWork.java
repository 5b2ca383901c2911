package dev.parley.work.agent;

import dev.parley.api.LiveCapability;
import dev.parley.api.LoggedEvent;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.event.SessionKey;
import dev.parley.provider.ProviderProfile;
import dev.parley.session.Lent;
import dev.parley.session.Sessions;
import dev.parley.work.Alarm;
import dev.parley.work.run.Durations;
import dev.parley.work.run.Outcome;
import dev.parley.work.run.OutcomeBuilder;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// Lets live sessions do work for others: the next piece of work finds them warm, what they ask
/// waits in the inbox, and whoever likes follows them. Thread-safe.
final class LiveWork {
    /// A piece of work.
    ///
    /// @param session the native session to go on with
    /// @param role instructions that go with the task
    /// @param lent what the session has beside what its CLI brings
    /// @param keep whether the session stays open for the next piece
    record Task(
            ProviderProfile profile,
            String model,
            Permission permission,
            Path place,
            Path home,
            Optional<String> session,
            Optional<String> role,
            String prompt,
            Lent lent,
            Duration timeout,
            boolean keep) {}

    private final Sessions sessions;

    /// A session that waits for its next piece of work.
    ///
    /// @param effort what its process was started with
    private record Open(SessionId id, Optional<String> effort) {}

    private final Map<SessionKey, Open> open = new ConcurrentHashMap<>();

    LiveWork(Sessions sessions) {
        this.sessions = sessions;
    }

    /// Whether a CLI can do this in a live session. An effort that can be told only in a single
    /// turn is worth one; the usual one is not.
    static boolean fits(ProviderProfile profile, WorkRequest request) {
        var live = profile.findLive();
        return live.isPresent()
                && live.get().permissions().containsKey(request.permission())
                && live.get().can(LiveCapability.RESUME)
                && live.get().can(LiveCapability.INTERRUPT)
                && request.effort()
                        .filter(effort -> !effort.equals(WorkRequest.USUAL_EFFORT))
                        .filter(effort -> !live.get().options().effort().containsKey(effort))
                        .isEmpty();
    }

    /// The live session that a native one is, if it waits for work here.
    Optional<SessionId> find(String provider, String nativeId) {
        return Optional.ofNullable(open.get(new SessionKey(provider, nativeId))).map(Open::id);
    }

    /// Waits on the calling thread; interrupting it ends the turn and the session.
    Outcome play(Task task, WorkListener listener) throws InterruptedException {
        var turn = new Turn(listener);
        var alarm = new Alarm(task.timeout());
        try {
            var known = task.session().map(id -> open.remove(key(task, id)));
            if (known.isPresent() && !task.lent().effort().equals(known.get().effort())) {
                close(known.get().id()); // a process keeps the effort it was started with
            }
            sessions.turn(request(task, known.map(Open::id)), task.lent(), turn::begun, turn);
        } catch (InterruptedException e) {
            if (!alarm.hasRung()) {
                throw e;
            }
            turn.timedOut(task);
        } finally {
            alarm.close();
            leave(task, turn);
        }
        return turn.outcome.build(turn.reason, Optional.ofNullable(turn.nativeId));
    }

    private static SessionKey key(Task task, String nativeId) {
        return new SessionKey(task.profile().id(), nativeId);
    }

    private void leave(Task task, Turn turn) {
        if (turn.session == null) {
            return;
        }
        if (task.keep() && turn.reason == EndReason.COMPLETED && turn.nativeId != null) {
            open.put(key(task, turn.nativeId), new Open(turn.session, task.lent().effort()));
        } else {
            closeInAnyCase(turn.session);
        }
    }

    /// What a session was told of its role when it began, it keeps; later it is said with the task.
    private static NewSession request(Task task, Optional<SessionId> known) {
        var live = task.profile().findLive().orElseThrow();
        var isNew = task.session().isEmpty();
        var takesSystem =
                !live.options().system().isEmpty() || live.can(LiveCapability.SYSTEM_PROMPT);
        var system = isNew && takesSystem ? task.role().orElse(null) : null;
        var prompt =
                task.role().isPresent() && system == null
                        ? task.role().get() + "\n\n" + task.prompt()
                        : task.prompt();
        return new NewSession(
                task.profile().id(),
                task.model(),
                task.place().toString(),
                task.permission(),
                known.map(SessionId::toString).orElseGet(() -> task.session().orElse(null)),
                system,
                List.of(),
                task.home().toString(),
                isNew ? List.of() : null,
                Action.Prompt.of(prompt, List.of()));
    }

    /// Also on a thread that was interrupted: its process has to be gone before the caller goes on.
    private void closeInAnyCase(SessionId id) {
        var wasInterrupted = Thread.interrupted();
        try {
            close(id);
        } catch (InterruptedException _) {
            wasInterrupted = true;
            Thread.startVirtualThread(() -> {
                try {
                    close(id);
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                }
            });
        } finally {
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void close(SessionId id) throws InterruptedException {
        try {
            sessions.ask(id, new Action.Close());
        } catch (Problem _) {
            // it ended by itself
        }
    }

    /// What happens in one turn.
    private static final class Turn implements Consumer<LoggedEvent> {
        private final WorkListener listener;
        private final OutcomeBuilder outcome = new OutcomeBuilder();
        private @Nullable SessionId session;
        private @Nullable String nativeId;
        private EndReason reason = EndReason.INTERRUPTED;

        Turn(WorkListener listener) {
            this.listener = listener;
        }

        /// Known before anything happens in it: it has to be closed in any case.
        void begun(SessionId id) {
            session = id;
            listener.live(id);
        }

        @Override
        public void accept(LoggedEvent logged) {
            var envelope = logged.envelope();
            if (envelope.sessionId() != null) {
                nativeId = envelope.sessionId();
            }
            outcome.add(envelope.event());
            if (envelope.event() instanceof Event.TurnEnded(_, var ended)) {
                reason = ended;
            }
            listener.accept(envelope);
        }

        void timedOut(Task task) {
            reason = EndReason.TIMEOUT;
            outcome.add(
                    Event.Failed.fatal(
                            "%s was ended because it took longer than %s."
                                    .formatted(
                                            task.profile().name(), Durations.text(task.timeout())),
                            "timeout"));
        }
    }
}
