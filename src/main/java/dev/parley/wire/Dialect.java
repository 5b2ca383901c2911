package dev.parley.wire;

import dev.parley.event.Action;

/// The state machine of one wire format: what is said to a CLI, what it says back, in our words.
/// Does no I/O and knows no clock, so a recorded conversation is enough to test it. One thread owns
/// it.
public interface Dialect {
    /// The first thing to say, before anything was asked.
    Step open();

    Step say(Action action);

    /// One line of the CLI's standard output, without its line end.
    Step hear(String line);

    /// The CLI is gone: what is left to tell. Called once, after the last line.
    Step end(Ending ending);
}
