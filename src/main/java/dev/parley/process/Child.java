package dev.parley.process;

import java.io.InputStream;
import java.io.OutputStream;

/// A child process as the system has it: its number, its pipes and its end. It leads a process
/// group with the same number.
interface Child {
    long pid();

    OutputStream input();

    InputStream output();

    InputStream errors();

    /// Blocks until it has ended. Where the system can, its number stays taken until [#reap], so
    /// that a signal to its group cannot reach a stranger.
    void awaitEnd();

    /// The exit code, 128 and the signal if one ended it. Called once, after its end.
    int reap();
}
