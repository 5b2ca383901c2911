package dev.parley.workspace.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.api.TerminalEvent;
import dev.parley.api.TerminalInfo;
import dev.parley.api.TerminalRequest;
import dev.parley.base.problem.Problem;
import dev.parley.process.Supervisor;
import dev.parley.provider.Installations;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.SessionWriters;
import dev.parley.provider.builtin.BuiltIn;
import dev.parley.testing.Processes;
import dev.parley.testing.Screen;
import dev.parley.testing.Stub;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

class TerminalsTest {
    private static final String PROFILE =
            """
            { "id": "%s", "name": "Stub", "command": { "name": "%s" }, "home": { "path": "~/.stub" }, "install": "write it",
              %s "environment": { "pass": ["MARK"] } }
            """;

    @TempDir Path directory;

    private Path here;
    private Supervisor supervisor;
    private Terminals terminals;
    private final Screen screen = new Screen();

    @BeforeEach
    void open() throws IOException {
        here = directory.toRealPath();
        var stub =
                Stub.script(
                        here,
                        "stub",
                        "echo \"[$*]\" [$MARK] [$SECRET] [$TERM] [$PWD]; stty size; tty; exit 7");
        var profiles = Files.createDirectories(here.resolve("providers"));
        var face =
                "\"terminal\": {\"start\": [\"hello\"], \"resume\": [\"go\", \"{session}\"], \"model\": [\"-m\", \"{model}\"]},";
        Files.writeString(profiles.resolve("a.json"), PROFILE.formatted("stub", stub, face));
        Files.writeString(
                profiles.resolve("b.json"),
                PROFILE.formatted("fresh", stub, "\"terminal\": {\"start\": [\"hello\"]},"));
        Files.writeString(profiles.resolve("c.json"), PROFILE.formatted("faceless", stub, ""));
        Files.writeString(profiles.resolve("d.json"), PROFILE.formatted("gone", "/no/such", face));
        var environment =
                Map.of(
                        "PATH",
                        "/usr/bin:/bin",
                        "HOME",
                        here.toString(),
                        "SHELL",
                        "/bin/sh",
                        "MARK",
                        "kept",
                        "SECRET",
                        "no");
        supervisor = new Supervisor(here.resolve("ledgers"));
        terminals =
                new Terminals(
                        supervisor,
                        BuiltIn.with(profiles),
                        new Installations(
                                supervisor,
                                environment,
                                here.resolve("versions"),
                                Clock.systemUTC()),
                        new ProviderEnvironment(environment, Map.of()),
                        environment,
                        (provider, session) -> provider.equals("stub") && session.equals("live"),
                        new SessionWriters(here.resolve("writers")),
                        Clock.systemUTC());
    }

    @AfterEach
    void close() {
        supervisor.close();
    }

    private TerminalRequest shell() {
        return new TerminalRequest(null, null, null, here.toString(), 100, 30);
    }

    private TerminalRequest of(String provider, String resume, String model) {
        return new TerminalRequest(provider, resume, model, here.toString(), null, null);
    }

    private Terminal opened() throws InterruptedException {
        var terminal = terminals.open(shell());
        terminal.watch(OptionalLong.empty(), screen);
        return terminal;
    }

    private Problem refused(TerminalRequest request) {
        return assertThrows(Problem.class, () -> terminals.open(request));
    }

    @Test
    void refusesWhatMakesNoSense() {
        var cwd = here.toString();
        assertThat(refused(new TerminalRequest(null, null, null, null, null, null)))
                .hasMessage("The directory (cwd) is missing.");
        assertThat(refused(new TerminalRequest(null, null, null, "relative", null, null)))
                .hasMessage("There is no directory \"relative\".");
        assertThat(refused(new TerminalRequest(null, null, null, cwd, 0, 24)))
                .hasMessage("A terminal of 0 columns and 24 rows is not possible.");
        assertThat(refused(new TerminalRequest(null, null, null, cwd, 80, 1001)))
                .hasMessage("A terminal of 80 columns and 1001 rows is not possible.");
        assertThat(refused(of(null, "x", null))).hasMessage("A shell has no session and no model.");
        assertThat(refused(of(null, null, "x"))).hasMessage("A shell has no session and no model.");
        assertThat(refused(of("stubb", null, null)).remedy()).isEqualTo("Did you mean stub?");
        assertThat(refused(of("stub", "fresh:1", null)))
                .hasMessage("The session fresh:1 does not belong to stub.");
        assertThat(refused(of("stub", "--help", null))).hasMessage("\"--help\" is no session id.");
        assertThat(refused(of("stub", null, "--help")))
                .hasMessage("\"--help\" is no name of a model.");
        assertThat(refused(of("fresh", "1", null)))
                .hasMessage("Stub cannot go on with a session in a terminal.");
        assertThat(refused(of("faceless", null, null)))
                .hasMessage("Stub has no interactive face of its own.");
        assertThat(refused(of("gone", null, null))).hasMessage("CLI not found: /no/such");
        assertThat(terminals.list()).isEmpty();
        assertThat(assertThrows(Problem.class, () -> terminals.named("t-1")))
                .hasMessage("There is no terminal \"t-1\".");
    }

    @Test
    void showsACliWithItsArgumentsItsEnvironmentAndItsDirectory() throws Exception {
        terminals.open(of("stub", null, null)).watch(OptionalLong.empty(), screen);
        assertEquals(7, screen.awaitExit());
        assertThat(screen.text().lines())
                .startsWith("[hello] [kept] [] [xterm-256color] [" + here + "]", "24 80")
                .last()
                .asString()
                .startsWith("/dev/");
    }

    @Test
    void goesOnWithASessionUnderAModel() throws Exception {
        terminals.open(of(null, "stub:abc", "m-1")).watch(OptionalLong.empty(), screen);
        screen.awaitExit();
        assertThat(screen.text()).startsWith("[go abc -m m-1] ");
        assertThat(terminals.list())
                .singleElement()
                .extracting(TerminalInfo::provider, TerminalInfo::sessionId, TerminalInfo::exitCode)
                .containsExactly("stub", "abc", 7);
    }

    @Test
    void aSessionHasOneWriter() throws Exception {
        var live = refused(of("stub", "live", null));
        assertEquals(Problem.Kind.BUSY, live.kind());
        assertThat(live).hasMessage("The session stub:live is live.");
        Stub.script(here, "stub", "cat");
        var terminal = terminals.open(of("stub", "abc", null));
        assertThat(refused(of("stub", "abc", null)))
                .hasMessage("The session stub:abc is open in a terminal.");
        terminals.close(terminal.id());
        terminals.open(of("stub", "abc", null));
    }

    @Test
    void aShellSeesItsSizeAndEveryChangeOfIt() throws Exception {
        var terminal = opened();
        terminal.type("while :; do stty size; sleep 0.1; done\n");
        screen.awaitText("30 100");
        terminal.resize(132, 43);
        screen.awaitText("43 132");
        assertEquals(132, terminal.info().columns());
        assertEquals(43, terminal.info().rows());
        assertThrows(Problem.class, () -> terminal.resize(0, 1));
    }

    @Test
    void controlCharactersReachTheProgramInFront() throws Exception {
        var terminal = opened();
        terminal.type("PS1='ready''> '\n");
        screen.awaitText("ready> ");
        terminal.type("cat; echo after $?\n");
        terminal.type("wörter\n");
        screen.awaitText("wörter\r\nwörter");
        terminal.type("\u0003");
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .until(() -> screen.text().endsWith("ready> "));
        terminal.type("echo go''on; exit 9\n");
        screen.awaitText("goon");
        assertEquals(9, screen.awaitExit());
        assertEquals(9, terminal.info().exitCode());
    }

    @Test
    void nothingComesAnyMoreToWhoStoppedWatchingAndWaited() throws Exception {
        var terminal = opened();
        var isTold = new CountDownLatch(1);
        var mayKnow = new CompletableFuture<Void>();
        var known = new CopyOnWriteArrayList<TerminalEvent>();
        var leave =
                terminal.watch(
                        OptionalLong.empty(),
                        event -> {
                            if (event.toString().contains("slow")) {
                                isTold.countDown();
                                mayKnow.join();
                                known.add(event);
                            }
                        });
        terminal.type("echo sl''ow\n");
        isTold.await();
        leave.close();
        var waiting = Thread.ofPlatform().start(terminal::awaitReported);
        Awaitility.await().until(() -> waiting.getState() == Thread.State.BLOCKED);
        assertThat(known).isEmpty();
        mayKnow.complete(null);
        waiting.join();
        assertThat(known).hasSize(1);
    }

    @Test
    void goesOnWithoutAnyWindowAndTellsWhoComesBackWhatItMissed() throws Exception {
        var terminal = opened();
        var leave = terminal.watch(OptionalLong.empty(), _ -> {});
        terminal.type("echo fir''st\n");
        screen.awaitText("first");
        leave.close();
        var back = new Screen();
        terminal.type("echo sec''ond\n");
        screen.awaitText("second");
        Awaitility.await().until(() -> terminal.info().position() == screen.position());
        terminal.watch(OptionalLong.of(screen.text().indexOf("first") + 5), back);
        assertEquals(screen.text().substring(screen.text().indexOf("first") + 5), back.text());
        var fresh = new Screen();
        terminal.watch(OptionalLong.of(1_000_000), fresh);
        assertEquals(screen.text(), fresh.text());
    }

    @Test
    void whoComesAfterTheEndSeesTheLastScreenAndTheExitCode() throws Exception {
        var terminal = opened();
        terminal.type("echo by''e; exit 3\n");
        screen.awaitExit();
        var late = new Screen();
        terminal.watch(OptionalLong.empty(), late);
        assertThat(late.text()).contains("bye");
        assertEquals(3, late.awaitExit());
        var problem = assertThrows(Problem.class, () -> terminal.type("nobody reads this"));
        assertEquals("The terminal " + terminal.id() + " has ended.", problem.message());
        terminal.resize(90, 20);
        terminals.close(terminal.id());
        assertThat(terminals.list()).isEmpty();
    }

    @Test
    void closingEndsAWholeTreeThatIgnoresPoliteness() throws Exception {
        var terminal = opened();
        terminal.type(
                "trap '' HUP TERM; (trap '' HUP TERM; while :; do sleep 1; done) & echo $! > child; setsid sleep 1000 & echo $! > stray; echo rea''dy\n");
        screen.awaitText("ready");
        var child = Long.parseLong(Files.readString(here.resolve("child")).strip());
        var stray = Long.parseLong(Files.readString(here.resolve("stray")).strip());
        assertTrue(Processes.isAlive(child));
        terminals.close(terminal.id());
        Processes.awaitEnd(child);
        Processes.awaitEnd(stray);
        assertThat(terminals.list()).isEmpty();
    }

    @Test
    void aShellThatEndsDoesNotWaitForWhatItLeftBehind() throws Exception {
        var terminal = opened();
        terminal.type("sleep 1000 & echo $! > child; exit 4\n");
        assertEquals(4, screen.awaitExit());
        Processes.awaitEnd(Long.parseLong(Files.readString(here.resolve("child")).strip()));
    }

    @Test
    void hidesNothingOfALotOfOutput() throws Exception {
        var terminal = opened();
        terminal.type("stty -onlcr; seq 1 200000; echo do''ne\n");
        screen.awaitText("done");
        var numbers =
                IntStream.rangeClosed(2, 200_000)
                        .mapToObj(Integer::toString)
                        .collect(Collectors.joining("\n"));
        assertThat(screen.text().contains("\n" + numbers + "\ndone")).isTrue();
        var late = new Screen();
        terminal.watch(OptionalLong.empty(), late);
        assertThat(late.text().length()).isLessThanOrEqualTo(256 * 1024);
        assertThat(late.text()).contains("\n199999\n200000\ndone");
    }

    @Test
    void whatIsTypedAheadHasALimit() throws Exception {
        var terminal = opened();
        terminal.type("stty -icanon -echo; echo re''ady; sleep 1000\n");
        screen.awaitText("ready");
        var problem =
                assertThrows(
                        Problem.class,
                        () -> {
                            for (var piece = 0; piece < 20; piece++) {
                                terminal.type("x".repeat(100_000));
                            }
                        });
        assertEquals(Problem.Kind.TOO_LARGE, problem.kind());
        terminals.close(terminal.id());
    }

    @Test
    void twentyAtOnceKeepApartAndGoTogether() throws Exception {
        var open = new ArrayList<Terminal>();
        var screens = new ArrayList<Screen>();
        for (var number = 0; number < 20; number++) {
            var terminal = terminals.open(shell());
            var shown = new Screen();
            terminal.watch(OptionalLong.empty(), shown);
            open.add(terminal);
            screens.add(shown);
            terminal.type("echo num''ber-" + number + "-; echo $$ >> pids\n");
        }
        for (var number = 0; number < 20; number++) {
            screens.get(number).awaitText("number-" + number + "-");
        }
        Awaitility.await().until(() -> Files.readAllLines(here.resolve("pids")).size() == 20);
        assertEquals(20, terminals.list().size());
        supervisor.close();
        for (var pid : Files.readAllLines(here.resolve("pids"))) {
            assertFalse(Processes.isAlive(Long.parseLong(pid)));
        }
    }
}
