package dev.parley.testing;

import dev.parley.App;
import dev.parley.api.Agent;
import dev.parley.api.Finding;
import dev.parley.api.NewRoom;
import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMessage;
import dev.parley.api.TicketChange;
import dev.parley.base.json.Json;
import dev.parley.store.OwnerProcess;
import dev.parley.store.sqlite.Database;
import dev.parley.store.sqlite.SqliteRoomStore;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A home where agents, their answers, the sessions they left, tickets and rooms are hostile.
public final class HostileMachine {
    /// A session of Claude Code whose every word is hostile.
    public static final String CLAUDE = "4977e079-78bf-4afb-82a6-674f2fb33cad";

    private static final String ELSEWHERE = "5977e079-78bf-4afb-82a6-674f2fb33cad";

    /// A title is the first line, by whatever ends it.
    public static final String TITLE = Hostile.TEXT.substring(0, Hostile.TEXT.indexOf('\r'));

    public static final String EVIL_PROJECT = "-nowhere-\u001b]0;owned\u0007";

    private final Path home;

    /// With the providers `stub` (one turn), `hostile` and `worker` (live), and the model `acme`.
    public HostileMachine(Path home) throws IOException {
        this.home = home;
        new StoredMachine(home);
        remember();
        configure();
    }

    private void configure() throws IOException {
        var profiles = Files.createDirectories(home.resolve("parley/config/providers"));
        Files.writeString(home.resolve("evil"), Hostile.TEXT);
        var stub =
                Stub.script(
                        home,
                        "stub",
                        """
                        case "$*" in
                            *--version*) cat '%1$s/evil' ;;
                            *fail*) cat '%1$s/evil' >&2; exit 9 ;;
                            *) cat '%1$s/evil'; cat '%1$s/evil' >&2 ;;
                        esac
                        """
                                .formatted(home));
        Files.writeString(
                profiles.resolve("stub.json"),
                """
                { "id": "stub", "name": "Stub", "command": { "name": "%s" }, "home": { "path": "~/.stub" }, "install": "write it",
                  "oneShot": { "format": "TEXT", "start": ["{prompt}"], "permissions": { "ask": {}, "edit": {} } } }
                """
                        .formatted(stub));
        Files.writeString(
                profiles.resolve("hostile.json"),
                """
                { "id": "hostile", "name": "Hostile", "command": { "name": "%s" }, "home": { "path": "~/.stub" }, "install": "write it",
                  "live": { "wire": "ACP", "permissions": { "ask": {} }, "sharing": "nothing", "capabilities": ["APPROVAL"] } }
                """
                        .formatted(Hostile.acpAgent(home)));
        Files.writeString(
                profiles.resolve("worker.json"),
                """
                { "id": "worker", "name": "Worker", "command": { "name": "%s" }, "home": { "path": "~/.stub" }, "install": "write it",
                  "live": { "wire": "ACP", "permissions": { "ask": {}, "edit": {} }, "sharing": "nothing", "capabilities": [] } }
                """
                        .formatted(Hostile.acpWorker(home)));
        Files.writeString(
                Files.createDirectories(home.resolve("parley/config/tools")).resolve("evil.json"),
                Json.write(
                        Json.object()
                                .put("name", "evil")
                                .put("description", Hostile.TEXT)
                                .set(
                                        "command",
                                        Json.array()
                                                .add("cat")
                                                .add(home.resolve("evil").toString()))));
        Files.writeString(
                home.resolve("parley/config/models.json"),
                Json.write(
                        Json.object()
                                .set(
                                        "acme",
                                        Json.object()
                                                .put("driver", "stub")
                                                .put("repoPath", home.toString()))));
    }

    /// A ticket whose every word is hostile.
    public void writeTicket(App app) throws InterruptedException {
        var evil = List.of(Hostile.TEXT.substring(0, 20));
        var ticket = new TicketChange(TITLE, Hostile.TEXT, null, null, evil, null, evil);
        app.tickets().write(home, ticket);
        app.tickets().comment("T1", Hostile.TEXT);
    }

    /// A room with a hostile agent, where everything that was said and found is hostile, too.
    public void writeRoom(App app) throws InterruptedException {
        var rooms = app.rooms();
        rooms.agents().put(Agent.on("hostile", "ada", Hostile.TEXT));
        rooms.make(
                new NewRoom(
                        "r",
                        null,
                        TITLE,
                        null,
                        List.of("ada"),
                        null,
                        null,
                        null,
                        home.toString(),
                        null,
                        new RoomLimits.Change(0, null, null, null, 5, null, null, null)));
        var evil = Hostile.TEXT;
        var finding =
                new Finding(
                        "F1",
                        1,
                        evil,
                        1,
                        2,
                        evil,
                        evil,
                        evil,
                        List.of("ada"),
                        List.of(new Finding.Verdict("ada", Finding.Word.DISPUTE, evil)),
                        null);
        try (var database = new Database(app.directories().database())) {
            var store = new SqliteRoomStore(database, OwnerProcess.self());
            store.append(
                    "r",
                    RoomMessage.person("anna", evil, List.of(), null, Instant.EPOCH),
                    room -> room);
            store.append("r", RoomMessage.note(evil, Instant.EPOCH), room -> room);
            store.put("r", List.of(finding));
        }
    }

    /// A session whose every word is hostile.
    private void remember() throws IOException {
        var file = home.resolve(".claude/projects/-home-dev-acme/" + CLAUDE + ".jsonl");
        var line =
                Json.object()
                        .put("type", "user")
                        .put("uuid", "u-more")
                        .put("timestamp", "2026-11-16T02:00:00Z")
                        .put("cwd", "/nowhere/" + Hostile.TEXT)
                        .put("gitBranch", Hostile.TEXT)
                        .put("sessionId", CLAUDE);
        line.set(
                "message",
                Json.object().put("role", "user").put("content", "xylophone " + Hostile.TEXT));
        var answer = line.deepCopy().put("type", "assistant").put("uuid", "a-more");
        var message =
                Json.object()
                        .put("id", "m-more")
                        .put("role", "assistant")
                        .put("model", "model" + Hostile.TEXT);
        message.putArray("content").addObject().put("type", "text").put("text", Hostile.TEXT);
        message.putObject("usage").put("input_tokens", 5).put("output_tokens", 7);
        answer.put("parentUuid", "u-more").set("message", message);
        Files.writeString(
                Files.createDirectories(home.resolve(".claude/projects/" + EVIL_PROJECT))
                        .resolve(ELSEWHERE + ".jsonl"),
                Stream.of(line, answer)
                        .map(one -> Json.write(one.deepCopy().put("sessionId", ELSEWHERE)) + "\n")
                        .map(text -> text.replace("-more", "-elsewhere"))
                        .collect(Collectors.joining()));
        var title = Json.object().put("type", "ai-title").put("aiTitle", Hostile.TEXT);
        title.put("sessionId", CLAUDE);
        for (var one : List.of(line, answer, title)) {
            Files.writeString(file, Json.write(one) + "\n", StandardOpenOption.APPEND);
        }
    }
}
