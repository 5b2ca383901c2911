package dev.parley.door.cli;

import dev.parley.history.SessionEntry;
import dev.parley.history.View;

import picocli.CommandLine.Parameters;

/// The session of the history that a command is about, as a person may name it.
final class NamedSession {
    @Parameters(
            paramLabel = "SESSION",
            description = "provider:id, an id, or the beginning of one.")
    private String name = "";

    SessionEntry in(View view) {
        return view.named(name);
    }
}
