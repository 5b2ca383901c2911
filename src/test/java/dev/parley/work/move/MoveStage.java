package dev.parley.work.move;

import dev.parley.api.Move;
import dev.parley.api.MoveRequest;
import dev.parley.api.Progress;
import dev.parley.base.hash.Hash;
import dev.parley.base.resource.Resources;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.portable.Piece;
import dev.parley.process.Supervisor;
import dev.parley.provider.Installations;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.Providers;
import dev.parley.provider.builtin.BuiltIn;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/// A machine with a home, a project, and sessions to move in it.
final class MoveStage implements AutoCloseable {
    static final String ID = "5f0c6c1e-2b7a-4c55-9d3e-8a1b2c3d4e5f";

    final Path home;
    final Path project;
    final Path data;
    final History history;
    final MoveLedger ledger;
    final MoveTarget targets;
    private final Supervisor supervisor;

    MoveStage(Path directory) throws IOException {
        var real = directory.toRealPath();
        home = Files.createDirectories(real.resolve("home"));
        project = Files.createDirectories(real.resolve("work/My Proj"));
        data = real.resolve("data");
        Providers providers = BuiltIn.with(real.resolve("no-profiles"));
        var environment = Map.of("HOME", home.toString(), "PATH", "/usr/bin:/bin");
        supervisor = new Supervisor(data.resolve("ledgers"));
        history = new History(() -> providers.storedPlaces(environment), data.resolve("index"));
        ledger = new MoveLedger(data.resolve("moves"));
        targets =
                new MoveTarget(
                        providers,
                        new Installations(
                                supervisor,
                                environment,
                                data.resolve("versions"),
                                Clock.systemUTC()),
                        new ProviderEnvironment(environment, Map.of()),
                        supervisor,
                        environment);
    }

    MoveSession mover() {
        return mover(file -> file);
    }

    MoveSession mover(UnaryOperator<OutputStream> disk) {
        return new MoveSession(
                new MovableSessions(history, targets),
                targets,
                ledger,
                data.resolve("moves"),
                Clock.systemUTC(),
                disk);
    }

    Move move(SessionKey from, String to) throws InterruptedException {
        return move(from, MoveRequest.to(to));
    }

    Move move(SessionKey from, MoveRequest request) throws InterruptedException {
        history.refresh(Progress.SILENT);
        return mover().move(from, request);
    }

    List<Piece> pieces(SessionKey session) throws InterruptedException {
        history.refresh(Progress.SILENT);
        var pieces = new ArrayList<Piece>();
        new MovableSessions(history, targets).find(session).source().read(pieces::add);
        return pieces;
    }

    /// The smallest session of each CLI that is known to work, all with the same conversation.
    SessionKey install(String provider) throws IOException {
        var munged = project.toString().replaceAll("[^A-Za-z0-9]", "-");
        switch (provider) {
            case "claude" ->
                    put(".claude/projects/" + munged + "/" + ID + ".jsonl", "claude.jsonl");
            case "codex" -> {
                put(
                        ".codex/sessions/2026/10/03/rollout-2026-10-03T09-15-27-"
                                + "01a1010c-0413-7715-a760-832b1a22f7a5.jsonl",
                        "codex.jsonl");
                return new SessionKey("codex", "01a1010c-0413-7715-a760-832b1a22f7a5");
            }
            case "gemini" -> {
                put(
                        ".gemini/tmp/my-proj/chats/session-2026-10-03T09-15-5f0c6c1e.jsonl",
                        "gemini.jsonl");
                Files.writeString(
                        home.resolve(".gemini/tmp/my-proj/.project_root"), project.toString());
            }
            case "qwen" ->
                    put(".qwen/projects/" + munged + "/chats/" + ID + ".jsonl", "qwen.jsonl");
            case "kimi" -> {
                var session =
                        ".kimi-code/sessions/wd_my-proj_"
                                + Hash.sha256(project.toString()).substring(0, 12)
                                + "/session_"
                                + ID;
                put(session + "/agents/main/wire.jsonl", "kimi.jsonl");
                put(session + "/state.json", "kimi.state.json");
                return new SessionKey("kimi", "session_" + ID);
            }
            default -> throw new IllegalArgumentException(provider);
        }
        return new SessionKey(provider, ID);
    }

    private void put(String path, String resource) throws IOException {
        var text =
                Resources.text(MoveStage.class, "/portable/" + resource)
                        .replace("<project>", project.toString())
                        .replace("<home>", home.toString());
        write(path, text);
    }

    Path write(String path, String text) throws IOException {
        var file = home.resolve(path);
        Files.createDirectories(file.getParent());
        return Files.writeString(file, text);
    }

    /// Everything in the home, by path.
    Map<String, String> files() throws IOException {
        try (var walk = Files.walk(home)) {
            return walk.collect(
                    Collectors.toMap(
                            path -> home.relativize(path).toString(),
                            path -> {
                                try {
                                    return Files.isRegularFile(path)
                                            ? Files.readString(path)
                                            : "folder";
                                } catch (IOException e) {
                                    throw new java.io.UncheckedIOException(e);
                                }
                            }));
        }
    }

    @Override
    public void close() {
        supervisor.close();
    }
}
