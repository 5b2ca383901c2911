package dev.parley.work;

import dev.parley.api.SessionInfo;
import dev.parley.api.Subscription;
import dev.parley.api.TerminalEvent;
import dev.parley.api.TerminalInfo;
import dev.parley.api.TerminalRequest;
import dev.parley.event.SessionKey;
import dev.parley.workspace.terminal.Terminals;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/// Open, use, watch and close terminals, each by its id. An unknown id is a `NOT_FOUND`.
public final class OpenTerminals {
    private final Terminals terminals;

    public OpenTerminals(Terminals terminals) {
        this.terminals = terminals;
    }

    public TerminalInfo open(TerminalRequest request) throws InterruptedException {
        return terminals.open(request).info();
    }

    public List<TerminalInfo> list() {
        return terminals.list();
    }

    public TerminalInfo info(String id) {
        return terminals.named(id).info();
    }

    /// Types text, control characters and all.
    public TerminalInfo type(String id, String data) {
        var terminal = terminals.named(id);
        terminal.type(data);
        return terminal.info();
    }

    public TerminalInfo resize(String id, int columns, int rows) {
        var terminal = terminals.named(id);
        terminal.resize(columns, rows);
        return terminal.info();
    }

    /// Ends what runs in it, as closing a window does, and forgets it.
    public TerminalInfo close(String id) throws InterruptedException {
        var terminal = terminals.named(id);
        terminals.close(id);
        return terminal.info();
    }

    /// Reports to `watcher` what it has missed, and from then on everything, in order. The watcher
    /// must not block.
    ///
    /// @param after the last position the watcher knows; everything that is kept, if absent
    public Subscription watch(String id, OptionalLong after, Consumer<TerminalEvent> watcher) {
        return terminals.named(id).watch(after, watcher);
    }

    /// Returns when nothing more reaches a watcher that has stopped watching before.
    public void awaitReported(String id) {
        terminals.named(id).awaitReported();
    }

    /// The terminal in which the native session of a live one goes on.
    public Optional<String> showing(SessionInfo session) {
        return Optional.ofNullable(session.nativeId())
                .map(nativeId -> new SessionKey(session.provider(), nativeId))
                .flatMap(terminals::findShowing);
    }
}
