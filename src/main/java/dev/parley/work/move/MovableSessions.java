package dev.parley.work.move;

import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.history.HistorySnapshot;
import dev.parley.history.SessionEntry;
import dev.parley.history.SessionTranscript;
import dev.parley.portable.Heading;

import java.time.Instant;
import java.util.Optional;

/// The sessions that can be brought elsewhere: those of which the CLIs have files, and those that
/// Parley itself heard.
public final class MovableSessions {
    private final History history;
    private final MoveTarget targets;
    private final Optional<OwnTurns> own;

    /// @param own what Parley itself heard
    public MovableSessions(History history, MoveTarget targets, OwnTurns own) {
        this(history, targets, Optional.of(own));
    }

    /// Those of which there are files, and no others.
    public MovableSessions(History history, MoveTarget targets) {
        this(history, targets, Optional.empty());
    }

    private MovableSessions(History history, MoveTarget targets, Optional<OwnTurns> own) {
        this.history = history;
        this.targets = targets;
        this.own = own;
    }

    /// @param name as a person may call it: also the id that a live session has here
    Conversation named(String name) throws InterruptedException {
        if (own.isPresent() && SessionId.isOne(name)) {
            return of(own.get().info(SessionId.of(name)));
        }
        var view = history.view();
        var key = SessionKey.parse(name);
        return key.isPresent() && view.find(key.get()).isEmpty()
                ? heard(key.get()).orElseGet(() -> conversation(view, view.named(name)))
                : conversation(view, view.named(name));
    }

    Conversation find(SessionKey key) throws InterruptedException {
        var view = history.view();
        var entry = view.find(key);
        return entry.isPresent()
                ? conversation(view, entry.get())
                : heard(key)
                        .orElseThrow(() ->
                                Problem.notFound(
                                        "There is no session \"" + key + "\".",
                                        "GET /api/sessions lists them."));
    }

    /// What was said in a session of ours: as its CLI wrote it down, which has more, or as Parley
    /// heard it.
    Conversation of(SessionInfo info) throws InterruptedException {
        var name = info.nativeId();
        var view = history.view();
        var entry =
                name == null
                        ? Optional.<SessionEntry>empty()
                        : view.find(new SessionKey(info.provider(), name));
        return entry.filter(found -> found.summary().prompts() > 0)
                .map(found -> conversation(view, found))
                .orElseGet(() -> own.orElseThrow().of(info));
    }

    private Optional<Conversation> heard(SessionKey key) throws InterruptedException {
        if (own.isEmpty()) {
            return Optional.empty();
        }
        return own.get().find(key).map(own.get()::of);
    }

    private Conversation conversation(HistorySnapshot view, SessionEntry entry) {
        var session = entry.summary();
        var key = session.key();
        if (session.parent() != null) {
            throw Problem.invalid(
                    key + " was started by another session and cannot go on by itself.",
                    "parley move " + key.provider() + ":" + session.parent() + " --to …");
        }
        var started = session.started() == null ? Instant.EPOCH : session.started();
        var subagents =
                view.sessions().stream()
                        .map(SessionEntry::summary)
                        .filter(one ->
                                key.nativeId().equals(one.parent())
                                        && key.provider().equals(one.key().provider()))
                        .map(one -> one.name())
                        .toList();
        return new Conversation(
                new Heading(
                        key,
                        session.name(),
                        session.directory(),
                        session.gitBranch(),
                        started,
                        session.updated() == null ? started : session.updated()),
                targets.profile(key.provider()).name(),
                targets.tools(key.provider()),
                subagents,
                new SessionTranscript(history, view, entry)::pieces);
    }
}
