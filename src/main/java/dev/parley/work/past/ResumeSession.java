package dev.parley.work.past;

import dev.parley.api.SessionSummary;
import dev.parley.base.problem.Problem;
import dev.parley.process.Launch;
import dev.parley.workspace.terminal.Terminals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Goes on with a session in its own CLI, in the terminal of the caller.
public final class ResumeSession {
    private final ShowSession sessions;
    private final Terminals terminals;

    public ResumeSession(ShowSession sessions, Terminals terminals) {
        this.sessions = sessions;
        this.terminals = terminals;
    }

    /// @param name as a person may call the session
    /// @param cwd another directory than the session's own
    /// @param starting run when nothing is left to refuse: the CLI has the terminal from then on
    /// @return the CLI's exit code
    public int run(String name, Optional<String> model, Optional<Path> cwd, Runnable starting)
            throws InterruptedException {
        var session = sessions.named(name).session();
        if (session.parent() != null) {
            throw Problem.invalid(
                    session.key() + " was started by another session and cannot be resumed.",
                    "parley resume " + session.key().provider() + ":" + session.parent());
        }
        var directory = directory(session, cwd);
        var face = terminals.resuming(session.key(), model, directory);
        var launch = new Launch(face.command(), directory, face.environment(), Long.MAX_VALUE);
        starting.run();
        try (var _ = terminals.claim(face)) {
            face.care().run();
            try {
                return terminals.runHere(launch);
            } finally {
                face.care().run();
            }
        }
    }

    private static Path directory(SessionSummary session, Optional<Path> cwd) {
        var wanted =
                cwd.or(() -> Optional.ofNullable(session.directory()).map(Path::of))
                        .orElseThrow(() ->
                                Problem.invalid(
                                        "Nothing tells the directory of " + session.key() + ".",
                                        "Name it with --cwd."));
        if (!Files.isDirectory(wanted)) {
            throw Problem.invalid(
                    "The directory of " + session.key() + " is not there: " + wanted,
                    "Name another with --cwd.");
        }
        return wanted.toAbsolutePath();
    }
}
