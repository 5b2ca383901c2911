package dev.parley.api;

/// What a terminal tells those who watch it.
public sealed interface TerminalEvent {
    /// It printed something.
    ///
    /// @param position how many characters there were up to and with these; who comes back says it
    /// @param isReplay all that is kept, for a screen that was cleared before; otherwise the text
    ///   goes on where the last one ended
    record Printed(String terminalId, String data, long position, boolean isReplay)
            implements TerminalEvent {}

    /// What ran in it has ended.
    record Exited(String terminalId, int exitCode) implements TerminalEvent {}
}
