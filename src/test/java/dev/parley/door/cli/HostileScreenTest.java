package dev.parley.door.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.Agent;
import dev.parley.api.Finding;
import dev.parley.api.NewRoom;
import dev.parley.api.NewSession;
import dev.parley.api.RoomLimits;
import dev.parley.api.RoomMessage;
import dev.parley.api.TicketChange;
import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.Permission;
import dev.parley.store.OwnerProcess;
import dev.parley.store.sqlite.Database;
import dev.parley.store.sqlite.SqliteRoomStore;
import dev.parley.testing.Commands;
import dev.parley.testing.Hostile;
import dev.parley.testing.LiveServer;
import dev.parley.testing.StoredMachine;
import dev.parley.testing.Stub;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Every command, on a machine where agents, their answers and the sessions they left are hostile.
class HostileScreenTest {
    private static final String CLAUDE = "4977e079-78bf-4afb-82a6-674f2fb33cad";

    private static final String ELSEWHERE = "5977e079-78bf-4afb-82a6-674f2fb33cad";

    /// A title is the first line, by whatever ends it.
    private static final String TITLE = Hostile.TEXT.substring(0, Hostile.TEXT.indexOf('\r'));

    private static final String EVIL_PROJECT = "-nowhere-\u001b]0;owned\u0007";

    /// A line for every command that prints something from outside, with all its ways to print it.
    static final List<String> COMMANDS =
            List.of(
                    "run --provider stub hello",
                    "run --provider stub --json --raw hello",
                    "run --provider stub fail",
                    "run --provider EVIL hello",
                    "chat --provider hostile",
                    "chat --provider hostile --json",
                    "sessions --limit 100",
                    "sessions --json",
                    "sessions --project EVIL",
                    "search xylophone",
                    "search xylophone --json",
                    "show " + CLAUDE,
                    "show " + CLAUDE + " --json",
                    "show " + CLAUDE + " --format markdown",
                    "show " + CLAUDE + " --format html",
                    "resume " + CLAUDE,
                    "resume " + CLAUDE + " --with EVIL",
                    "move " + CLAUDE + " --to codex --cwd .",
                    "move " + CLAUDE + " --to qwen --cwd . --json",
                    "move " + CLAUDE + " --to gemini --cwd . --print",
                    "move " + CLAUDE + " --to EVIL",
                    "move EVIL --to codex",
                    "move list",
                    "move list --json",
                    "move undo EVIL",
                    "export " + CLAUDE,
                    "export " + CLAUDE + " --raw",
                    "export EVIL",
                    "import EVIL --to codex",
                    "usage --by model",
                    "usage --by project",
                    "usage --by session",
                    "usage --by model --json",
                    "index --rebuild",
                    "doctor",
                    "doctor --json",
                    "doctor --real",
                    "models",
                    "models --json",
                    "models test acme",
                    "keys list",
                    "keys list --json",
                    "devices list",
                    "devices list --json",
                    "devices rename EVIL EVIL",
                    "devices revoke EVIL",
                    "tickets",
                    "tickets new EVIL",
                    "tickets new EVIL --json",
                    "tickets --label EVIL",
                    "tickets --column EVIL",
                    "tickets show T1",
                    "tickets show T1 --json",
                    "tickets show EVIL",
                    "tickets accept EVIL",
                    "tickets reject T1 --reason EVIL",
                    "tickets accept-all EVIL",
                    "tickets reject-all EVIL",
                    "tickets comment T1 EVIL",
                    "tickets move T1 doing",
                    "tickets edit EVIL",
                    "tickets start EVIL",
                    "tickets import EVIL",
                    "tickets export",
                    "tickets export --json",
                    "changes EVIL",
                    "changes EVIL --json",
                    "changes undo EVIL --turn 1",
                    "changes comment EVIL EVIL EVIL",
                    "changes send EVIL",
                    "changes prune --older-than EVIL",
                    "worktrees",
                    "worktrees apply EVIL",
                    "worktrees branch EVIL EVIL",
                    "worktrees patch EVIL",
                    "worktrees remove EVIL",
                    "race --models EVIL EVIL --cwd EVIL",
                    "room",
                    "room --json",
                    "room list",
                    "room templates",
                    "room templates --json",
                    "room new EVIL --agent ada",
                    "room new r2 --agent EVIL --topic EVIL",
                    "room new r2 --agent ada --topic EVIL",
                    "room show r",
                    "room show r --json",
                    "room show EVIL",
                    "room members r --add EVIL",
                    "room say r EVIL",
                    "room say r EVIL --json",
                    "room say r x --from EVIL",
                    "room say r --diff EVIL",
                    "room say r --image EVIL",
                    "room say r --branch EVIL",
                    "room say r --session EVIL",
                    "room follow EVIL",
                    "room stop EVIL",
                    "room stop r",
                    "room pause r",
                    "room resume EVIL",
                    "room findings r",
                    "room findings r --json",
                    "room ticket r F1",
                    "room ticket r EVIL",
                    "room comment r F1",
                    "room agents",
                    "room agents --json",
                    "room agent EVIL --provider demo",
                    "room agent eve --provider EVIL",
                    "room agent eve --provider stub --instructions EVIL",
                    "room delete EVIL",
                    "tools",
                    "tools list --json",
                    "tools show EVIL",
                    "tools test EVIL --args EVIL",
                    "tools test list_tickets --args EVIL",
                    "tools trust EVIL",
                    "mcp install EVIL",
                    "mcp uninstall EVIL",
                    "store",
                    "store prune --dry-run",
                    "backup EVIL",
                    "approvals");

    /// These print nothing but Parley's own words, or are tried elsewhere with a server.
    private static final Set<String> OWN_WORDS =
            Set.of("up", "completion", "status", "open", "stop", "help");

    @TempDir Path home;
    private Commands parley;

    @BeforeEach
    void open() throws IOException {
        new StoredMachine(home);
        remember();
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
                home.resolve("parley/config/models.json"),
                Json.write(
                        Json.object()
                                .set(
                                        "acme",
                                        Json.object()
                                                .put("driver", "stub")
                                                .put("repoPath", home.toString()))));
        parley = new Commands(home);
    }

    @AfterEach
    void close() {
        parley.close();
    }

    /// A ticket whose every word is hostile.
    private void writeTicket() throws InterruptedException {
        var evil = List.of(Hostile.TEXT.substring(0, 20));
        var ticket = new TicketChange(TITLE, Hostile.TEXT, null, null, evil, null, evil);
        parley.app().tickets().write(home, ticket);
        parley.app().tickets().comment("T1", Hostile.TEXT);
    }

    /// A room with a hostile agent, where everything that was said and found is hostile, too.
    private void writeRoom() throws InterruptedException {
        var rooms = parley.app().rooms();
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
        try (var database = new Database(parley.app().directories().database())) {
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

    @ParameterizedTest
    @FieldSource("COMMANDS")
    void showsItAndObeysNothing(String line) throws InterruptedException {
        if (line.startsWith("tickets")) {
            writeTicket();
        }
        if (line.startsWith("room")) {
            writeRoom();
        }
        var words =
                Arrays.stream(line.split(" "))
                        .map(word -> word.equals("EVIL") ? Hostile.TEXT : word)
                        .toArray(String[]::new);
        parley.runOnTerminal(words);
        assertThat(parley.out() + parley.err()).isNotEmpty();
        Hostile.assertObeysNothing(parley.out());
        Hostile.assertObeysNothing(parley.err());
        Hostile.assertFakesNothing(parley.err());
        if (!line.matches(".* --format (markdown|html)|tickets export")) { // those are documents
            Hostile.assertFakesNothing(parley.out());
        }
    }

    /// A new command is tried, too, or says why not.
    @Test
    void noCommandIsLeftOut() {
        var console = new Console(System.in, System.out, System.err, false);
        var names = ParleyCommand.commandLine(parley::app, console).getSubcommands().keySet();
        var tried = COMMANDS.stream().map(line -> line.split(" ")[0]);
        assertEquals(names, Stream.concat(tried, OWN_WORDS.stream()).collect(Collectors.toSet()));
    }

    @Test
    void whatWaitsForPermissionIsShownToTheLetter() throws Exception {
        var place = Map.of("PARLEY_HOME", home.resolve("parley").toString());
        try (var server = new LiveServer(home, place)) {
            var id =
                    server.app()
                            .sessions()
                            .start(
                                    NewSession.with("hostile", home.toString(), Permission.ASK)
                                            .saying(Action.Prompt.of("go")))
                            .id();
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> !server.app().sessions().approvals().pending().isEmpty());
            var port = String.valueOf(server.port());
            assertEquals(0, parley.runOnTerminal("approvals", "--port", port));
            Hostile.assertObeysNothing(parley.out());
            Hostile.assertFakesNothing(parley.out());
            assertThat(parley.out())
                    .contains(
                            "wants to run this command in "
                                    + home.toRealPath()
                                    + ":\u001b[0m\n    ␛]0;owned␇␛[2J␛]52;c;ZXZpbA==␇rm -rf ~ ␛[2K␍git status",
                            "Always would allow: exactly this command in " + home.toRealPath());
            assertEquals(
                    0,
                    parley.runOnTerminal(
                            "approvals", "allow", id.value(), "--session", "--port", port));
            assertThat(parley.out())
                    .contains("From now on in this session: exactly this command in ");
        }
    }

    @Test
    void intoAPipeTextStaysAsItIs() {
        assertEquals(0, parley.run("run", "--provider", "stub", "hello"));
        assertEquals(Hostile.TEXT + "\n", parley.out());
        assertEquals(0, parley.run("show", CLAUDE));
        assertThat(parley.out()).contains(Hostile.TEXT);
        assertThat(parley.out()).startsWith(TITLE + "\nclaude:" + CLAUDE);
        assertEquals(0, parley.run("sessions"));
        assertThat(parley.out()).contains(TITLE, EVIL_PROJECT);
        assertEquals(0, parley.run("search", "xylophone"));
        assertThat(parley.out()).contains(TITLE);
        assertEquals(0, parley.run("usage", "--by", "project"));
        assertThat(parley.out()).contains(EVIL_PROJECT);
    }
}
