package dev.parley.process.posix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Starts children in process groups of their own, and signals those groups.
public interface Spawner {
    Child spawn(List<String> command, Path directory, Map<String, String> environment)
            throws IOException;

    void signal(Signal signal, long group);

    /// The signals a process group can get.
    enum Signal {
        HUP(1),
        KILL(9),
        TERM(15);

        public final int number;

        Signal(int number) {
            this.number = number;
        }
    }
}
