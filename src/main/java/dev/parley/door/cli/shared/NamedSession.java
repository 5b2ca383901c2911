package dev.parley.door.cli.shared;

import picocli.CommandLine.Parameters;

/// The session that a command is about, as a person may name it.
public final class NamedSession {
    @Parameters(
            paramLabel = "SESSION",
            description = "provider:id, an id, the beginning of one, or \"last\".")
    private String name = "";

    public String name() {
        return name;
    }
}
