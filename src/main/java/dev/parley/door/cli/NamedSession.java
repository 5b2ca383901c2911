package dev.parley.door.cli;

import dev.parley.history.HistorySnapshot;
import dev.parley.history.SessionEntry;

import picocli.CommandLine.Parameters;

/// The session of the history that a command is about, as a person may name it.
final class NamedSession {
    @Parameters(
            paramLabel = "SESSION",
            description = "provider:id, an id, or the beginning of one.")
    private String name = "";

    SessionEntry in(HistorySnapshot view) {
        return view.named(name);
    }
}
