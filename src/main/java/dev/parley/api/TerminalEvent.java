package dev.parley.api;

/// What a terminal reports to those that watch it.
public sealed interface TerminalEvent {
    String terminalId();

    /// It printed something.
    ///
    /// @param position how many characters there were up to and with these; a watcher that comes
    ///   back names it
    /// @param isReplay all that is kept, for a screen that was cleared before; otherwise the text
    ///   goes on where the last one ended
    record Printed(String terminalId, String data, long position, boolean isReplay)
            implements TerminalEvent {}

    /// What ran in it has ended.
    record Exited(String terminalId, int exitCode) implements TerminalEvent {}
}
