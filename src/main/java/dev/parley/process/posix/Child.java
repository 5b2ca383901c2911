package dev.parley.process.posix;

import java.io.IOException;
import java.io.OutputStream;

/// A child process as the system has it: its number, its pipes and its end. It leads a process
/// group with the same number.
public interface Child {
    long pid();

    OutputStream input();

    /// Begins to read. Called once; when it fails the pipes are closed.
    void follow(Listener listener) throws IOException;

    /// Closes the pipes of a child that has no listener.
    void closePipes();

    /// Blocks until it has ended. Where the system can, its number stays taken until [#reap], so
    /// that a signal to its group cannot reach a stranger.
    void awaitEnd();

    /// The exit code, 128 and the signal if one ended it. Called once, after its end.
    int reap();

    /// Receives what a child writes, piece by piece, and its end. The three are called on threads
    /// of their own, each in order.
    interface Listener {
        /// May wait as long as it likes; what the child writes meanwhile waits in the pipe.
        void output(byte[] bytes);

        void outputEnded();

        /// Must not wait: the same thread reads for all children.
        void errors(byte[] bytes);

        /// Must not wait.
        void errorsEnded();

        /// The child has ended; its pipes may be held open by others. May wait.
        void ended();
    }
}
