package dev.parley.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A git repository with one file in one commit.
public final class Repository {
    private final Path path;

    public Repository(Path path) throws IOException, InterruptedException {
        this.path = Files.createDirectories(path).toRealPath();
        git("init", "-q");
        git("config", "user.name", "Test");
        git("config", "user.email", "test@example.org");
        Files.writeString(path.resolve("file.txt"), "first\n");
        git("add", "file.txt");
        git("commit", "-qm", "first");
    }

    public Path path() {
        return path;
    }

    public String git(String... arguments) throws IOException, InterruptedException {
        return git(path, arguments);
    }

    public static String git(Path directory, String... arguments)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        var process =
                new ProcessBuilder(command)
                        .directory(directory.toFile())
                        .redirectErrorStream(true)
                        .start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + output);
        }
        return output;
    }
}
