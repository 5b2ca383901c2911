package dev.parley.work.move;

import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.history.HistorySnapshot;
import dev.parley.history.SessionEntry;
import dev.parley.history.SessionTranscript;
import dev.parley.portable.Heading;
import dev.parley.portable.ToolNames;
import dev.parley.portable.ToolTable;

import java.time.Instant;

/// The sessions that can be brought elsewhere: those of which the CLIs have files.
public final class MovableSessions {
    /// For a CLI whose tools nobody knows.
    private static final ToolNames NO_TOOLS = new ToolTable();

    private final History history;
    private final MoveTarget targets;

    public MovableSessions(History history, MoveTarget targets) {
        this.history = history;
        this.targets = targets;
    }

    Conversation named(String name) throws InterruptedException {
        var view = history.view();
        return conversation(view, view.named(name));
    }

    Conversation find(SessionKey key) throws InterruptedException {
        var view = history.view();
        return conversation(
                view,
                view.find(key)
                        .orElseThrow(() ->
                                Problem.notFound(
                                        "There is no session \"" + key + "\".",
                                        "GET /api/sessions lists them.")));
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
                targets.find(key.provider()).map(format -> format.tools()).orElse(NO_TOOLS),
                subagents,
                new SessionTranscript(history, view, entry)::pieces);
    }
}
