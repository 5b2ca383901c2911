package dev.parley.process;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What the processes above this one were started with. Some programs start others with an
/// environment that they have tidied.
public final class Ancestors {
    private static final int MOST = 32;

    private Ancestors() {}

    /// The value of a variable in the nearest process above that has it. Only Linux tells.
    public static Optional<String> variable(String name) {
        return variable(name, ProcessHandle.current());
    }

    static Optional<String> variable(String name, ProcessHandle from) {
        var start = name + "=";
        var next = from.parent();
        for (var step = 0; next.isPresent() && step < MOST; step++) {
            for (var entry : environment(next.get().pid())) {
                if (entry.startsWith(start) && entry.length() > start.length()) {
                    return Optional.of(entry.substring(start.length()));
                }
            }
            next = next.get().parent();
        }
        return Optional.empty();
    }

    private static String[] environment(long pid) {
        try {
            var bytes = Files.readAllBytes(Path.of("/proc/" + pid + "/environ"));
            return new String(bytes, UTF_8).split("\0", -1);
        } catch (IOException _) {
            return new String[0]; // somebody else's, or gone
        }
    }
}
