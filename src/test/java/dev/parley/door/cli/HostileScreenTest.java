package dev.parley.door.cli;

import static dev.parley.testing.HostileMachine.CLAUDE;
import static dev.parley.testing.HostileMachine.EVIL_PROJECT;
import static dev.parley.testing.HostileMachine.TITLE;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.NewSession;
import dev.parley.door.cli.shared.Console;
import dev.parley.event.Action;
import dev.parley.event.Permission;
import dev.parley.testing.Commands;
import dev.parley.testing.Hostile;
import dev.parley.testing.HostileMachine;
import dev.parley.testing.LiveServer;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import picocli.CommandLine;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// Every command, on a machine where agents, their answers and the sessions they left are hostile.
class HostileScreenTest {
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
                    "usage --by session --models",
                    "usage --by hour --project EVIL --provider EVIL",
                    "usage --by model --json",
                    "index --rebuild",
                    "doctor",
                    "doctor --json",
                    "doctor --real",
                    "config",
                    "config --json",
                    "config get EVIL",
                    "config set EVIL EVIL",
                    "config set defaultProvider EVIL",
                    "config set agents.summarizer EVIL",
                    "config unset EVIL",
                    "config schema",
                    "config schema EVIL",
                    "logs",
                    "service install --print",
                    "service install --port EVIL",
                    "service uninstall EVIL",
                    "uninstall --print",
                    "models",
                    "models --json",
                    "models test acme",
                    "models add EVIL --driver stub --repo .",
                    "models add two --driver EVIL --repo EVIL",
                    "models remove EVIL",
                    "keys list",
                    "keys list --json",
                    "keys add EVIL",
                    "keys add EVIL --models EVIL",
                    "keys remove EVIL",
                    "devices list",
                    "devices list --json",
                    "devices pair",
                    "devices rename EVIL EVIL",
                    "devices revoke EVIL",
                    "tickets",
                    "tickets new EVIL",
                    "tickets new EVIL --json",
                    "tickets --label EVIL",
                    "tickets list --label EVIL",
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
                    "changes fork EVIL --turn 1 EVIL",
                    "changes prune --older-than EVIL",
                    "worktrees",
                    "worktrees apply EVIL",
                    "worktrees unapply EVIL",
                    "worktrees branch EVIL EVIL",
                    "worktrees patch EVIL",
                    "worktrees remove EVIL",
                    "race --models EVIL EVIL --cwd EVIL",
                    "race list",
                    "race show EVIL",
                    "race take EVIL 1",
                    "race take EVIL EVIL",
                    "race untake EVIL",
                    "room",
                    "room --json",
                    "room list",
                    "room templates",
                    "room templates --json",
                    "room templates EVIL",
                    "room templates planning",
                    "room new EVIL --agent ada",
                    "room new r2 --agent EVIL --topic EVIL",
                    "room new r2 --agent ada --topic EVIL",
                    "room show r",
                    "room show r --json",
                    "room show EVIL",
                    "room set r --topic EVIL",
                    "room set EVIL --rounds 1",
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
                    "room findings r --decide",
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
                    "tools show evil",
                    "tools test evil",
                    "tools test evil --json",
                    "tools test EVIL --args EVIL",
                    "tools test list_tickets --args EVIL",
                    "tools trust EVIL",
                    "tools distrust EVIL",
                    "mcp install EVIL",
                    "mcp uninstall EVIL",
                    "store",
                    "store prune --dry-run",
                    "backup EVIL",
                    "approvals allow EVIL",
                    "approvals deny EVIL EVIL",
                    "approvals");

    /// These print nothing but Parley's own words, or are tried elsewhere with a server.
    private static final Set<String> OWN_WORDS =
            Set.of("up", "completion", "status", "open", "stop", "help", "config edit");

    @TempDir Path home;
    private HostileMachine machine;
    private Commands parley;

    @BeforeEach
    void open() throws IOException {
        machine = new HostileMachine(home);
        parley = new Commands(home);
    }

    @AfterEach
    void close() {
        parley.close();
    }

    @ParameterizedTest
    @FieldSource("COMMANDS")
    void showsItAndObeysNothing(String line) throws InterruptedException {
        if (line.startsWith("tickets")) {
            machine.writeTicket(parley.app());
        }
        if (line.startsWith("room")) {
            machine.writeRoom(parley.app());
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

    /// A new command is tried, too, or says why not; so is each below another one.
    @Test
    void noCommandIsLeftOut() {
        var console = new Console(System.in, System.out, System.err, false);
        var root = ParleyCommand.commandLine(parley::app, console);
        var lines = Stream.concat(COMMANDS.stream(), OWN_WORDS.stream()).map(line -> line + " ");
        var work = HostileWorkTest.COMMANDS.stream().map(line -> line + " ");
        var tried = Stream.concat(lines, work).toList();
        assertThat(names(root, ""))
                .filteredOn(name -> tried.stream().noneMatch(it -> it.startsWith(name + " ")))
                .isEmpty();
        assertThat(tried)
                .filteredOn(line -> names(root, "").noneMatch(it -> line.startsWith(it + " ")))
                .isEmpty();
    }

    private static Stream<String> names(CommandLine command, String before) {
        return command.getSubcommands().entrySet().stream()
                .flatMap(one ->
                        Stream.concat(
                                Stream.of(before + one.getKey()),
                                names(one.getValue(), before + one.getKey() + " ")));
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
