package dev.parley.wire;

import dev.parley.event.Action;

/// The state machine of one live connection to a CLI: what is said to it, what it says back, in our
/// words. One connection may hold several conversations at the same time; each has a name of ours.
/// Does no I/O and knows no clock, so a recorded conversation is enough to test it. One thread at a
/// time uses it.
public interface LiveDialect {
    /// The first thing to say, before any conversation is there.
    LiveStep open();

    /// Begins a conversation, or goes on with a native one. Ends in [Happening.Joined] or
    /// [Happening.Refused]; prompts said before that wait inside the dialect.
    LiveStep join(String conversation, Opening opening);

    LiveStep say(String conversation, Action.ForAgent action);

    /// Ends a conversation; the connection and its other conversations live on.
    LiveStep leave(String conversation);

    /// One line of the CLI's standard output, without its line end.
    LiveStep hear(String line);

    /// The CLI is gone: what is left to tell, among it the end of every turn that ran. Called once,
    /// after the last line.
    LiveStep end(Ending ending);
}
