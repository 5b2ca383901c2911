package dev.parley.provider.demo;

import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.json.Json;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/// The demo agent's own history: one file per session, one JSON object per line. Only the turn that
/// runs in a session writes to its file.
final class DemoSessions {
    /// Who said what.
    record Line(String role, String text) {
        boolean isUser() {
            return role.equals("user");
        }
    }

    private static final Pattern ID = Pattern.compile("[A-Za-z0-9_-]{1,100}");

    private final Path directory;
    private final Clock clock;

    DemoSessions(Path home, Clock clock) {
        directory = home.resolve("sessions");
        this.clock = clock;
    }

    /// `PARLEY_DEMO_HOME`, or the place the XDG rules give.
    static Path home(Map<String, String> environment) {
        var own = environment.getOrDefault("PARLEY_DEMO_HOME", "");
        if (!own.isEmpty()) {
            return Path.of(own);
        }
        var data = environment.getOrDefault("XDG_DATA_HOME", "");
        var user = environment.getOrDefault("HOME", System.getProperty("user.home", "."));
        // An XDG directory that is not absolute must be ignored.
        return data.startsWith("/")
                ? Path.of(data, "parley-demo")
                : Path.of(user, ".local", "share", "parley-demo");
    }

    String create() {
        var id = UUID.randomUUID().toString();
        try {
            PrivateFiles.directories(directory);
            PrivateFiles.file(file(id));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return id;
    }

    /// What was said in a session; empty when there is no such session.
    Optional<List<Line>> find(String id) {
        if (!ID.matcher(id).matches() || !Files.isRegularFile(file(id))) {
            return Optional.empty();
        }
        try (var lines = Files.lines(file(id))) {
            // A line that was cut by a crash is not there.
            return Optional.of(
                    lines.flatMap(line -> Json.parseObject(line).stream())
                            .map(json ->
                                    new Line(
                                            json.path("role").asString(""),
                                            json.path("text").asString("")))
                            .toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// @param cwd where it was said, so that a history of all agents knows the project
    void append(String id, Line line, Path cwd) {
        var json =
                Json.object()
                        .put("role", line.role())
                        .put("text", line.text())
                        .put("time", clock.instant().toString())
                        .put("cwd", cwd.toString());
        try {
            Files.writeString(file(id), Json.write(json) + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// The number of the next turn.
    static int nextTurn(List<Line> lines) {
        return 1 + (int) lines.stream().filter(Line::isUser).count();
    }

    private Path file(String id) {
        return directory.resolve(id + ".jsonl");
    }
}
