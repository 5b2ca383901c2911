package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.LiveCapability;
import dev.parley.api.LoggedEvent;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.SessionState;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.Children;
import dev.parley.testing.real.CliRun;
import dev.parley.testing.real.EveryLiveCli;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealHome;
import dev.parley.testing.real.RealParley;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Live sessions of the whole program with every real CLI; only the model is scripted.
@Tag("real")
class RealLiveSessionTest {
    @TempDir Path temp;

    /// Parley in a directory of its own, with one CLI in a home of its own.
    private final class Desk implements AutoCloseable {
        final Path directory;
        final Path work;
        final App app;
        final RealCli cli;
        final RealHome home;

        Desk(RealCli cli, ScriptedModel model) throws IOException {
            this.cli = cli;
            directory = Files.createDirectories(temp.toRealPath().resolve(cli.id()));
            var parley = RealParley.with(cli, directory, model);
            work = parley.work();
            home = parley.home();
            app = new App(parley.variables());
        }

        /// The mode in which it asks most.
        Permission asking() {
            return cli == RealCli.KIMI ? Permission.EDIT : Permission.ASK;
        }

        SessionId start(String prompt) throws InterruptedException {
            return app.sessions()
                    .start(
                            NewSession.with(cli.id(), work.toString(), asking())
                                    .saying(Action.Prompt.of(prompt)))
                    .id();
        }

        SessionInfo await(SessionId id, Predicate<SessionInfo> isRight) {
            return Awaitility.await()
                    .atMost(Duration.ofSeconds(120))
                    .pollInterval(Duration.ofMillis(50))
                    .until(() -> app.sessions().info(id), isRight);
        }

        void awaitTurns(SessionId id, int count) {
            Awaitility.await()
                    .atMost(Duration.ofSeconds(120))
                    .pollInterval(Duration.ofMillis(50))
                    .untilAsserted(() ->
                            assertThat(events(id, Event.TurnEnded.class))
                                    .as("%s", app.sessions().events(id, 0, 1000))
                                    .hasSize(count));
            await(id, info -> info.state() == SessionState.IDLE);
        }

        <E extends Event> Stream<E> events(SessionId id, Class<E> type) {
            try {
                return app.sessions().events(id, 0, 1000).stream()
                        .map(LoggedEvent::envelope)
                        .map(envelope -> envelope.event())
                        .filter(type::isInstance)
                        .map(type::cast);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }

        List<String> answers(SessionId id) {
            return events(id, Event.AssistantSaid.class).map(Event.AssistantSaid::content).toList();
        }

        boolean can(SessionId id, LiveCapability capability) throws InterruptedException {
            return app.sessions().info(id).can(capability);
        }

        /// The processes Parley itself started: one for each session, or for all of them.
        List<Long> processes() throws IOException {
            return new Children(directory)
                    .alive().stream()
                            .filter(child -> child.tag().isPresent())
                            .map(Children.Child::pid)
                            .sorted()
                            .toList();
        }

        /// Whether the CLI has written a text to its own files.
        boolean hasStored(String text) throws IOException {
            try (var files = Files.walk(directory.resolve("home"))) {
                return files.filter(Files::isRegularFile).anyMatch(file -> contains(file, text));
            }
        }

        private static boolean contains(Path file, String text) {
            try {
                return Files.readString(file, StandardCharsets.ISO_8859_1).contains(text);
            } catch (IOException _) {
                return false; // gone meanwhile
            }
        }

        @Override
        public void close() throws IOException {
            app.close();
            assertThat(processes()).isEmpty();
        }
    }

    @EveryLiveCli
    void aSecondTurnFindsTheProcessWarmAndAKilledOneComesBack(RealCli cli) throws Exception {
        try (var model =
                        ScriptedModel.saying(
                                Reply.text("first answer"),
                                Reply.text("second answer"),
                                Reply.text("third answer"));
                var desk = new Desk(cli, model)) {
            var id = desk.start("one");
            desk.awaitTurns(id, 1);
            var before = desk.processes();
            assertThat(desk.await(id, SessionInfo::isWarm).nativeId()).isNotNull();
            desk.app.sessions().ask(id, Action.Prompt.of("two"));
            desk.awaitTurns(id, 2);
            assertThat(desk.processes()).containsAll(before.subList(0, 1));
            // Some write their session a moment after the turn.
            Awaitility.await()
                    .atMost(Duration.ofSeconds(60))
                    .until(() -> desk.hasStored("second answer"));
            for (var pid : desk.processes()) {
                ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            }
            desk.await(id, info -> !info.isWarm());
            desk.app.sessions().ask(id, Action.Prompt.of("three"));
            desk.awaitTurns(id, 3);
            assertThat(desk.answers(id))
                    .containsExactly("first answer", "second answer", "third answer");
            // It remembers, whether its own session went on or Parley told it the story.
            assertThat(model.mainRequests().getLast().body().toString())
                    .contains("one", "first answer", "two", "second answer", "three");
        }
    }

    /// Kimi asks for commands only.
    private static Reply change(RealCli cli, String file) {
        return cli == RealCli.KIMI
                ? Reply.shell("echo written > " + file)
                : Reply.write(file, "written\n");
    }

    @EveryLiveCli
    void whatItWantsToDoWaitsInTheInbox(RealCli cli) throws Exception {
        try (var model =
                        ScriptedModel.saying(
                                change(cli, "allowed.txt"),
                                Reply.text("done"),
                                change(cli, "refused.txt"),
                                Reply.text("then not"));
                var desk = new Desk(cli, model)) {
            var id = desk.start("do it");
            Assumptions.assumeTrue(desk.can(id, LiveCapability.APPROVAL), "it never asks");
            desk.await(id, info -> info.state() == SessionState.WAITING);
            var asked = desk.app.sessions().approvals().pending();
            assertThat(asked).singleElement();
            assertThat(desk.work.resolve("allowed.txt")).doesNotExist();
            desk.app.sessions().ask(id, Action.Decide.allow(asked.getFirst().requestId()));
            desk.awaitTurns(id, 1);
            assertThat(desk.work.resolve("allowed.txt")).exists();
            desk.app.sessions().ask(id, Action.Prompt.of("do the other"));
            desk.await(id, info -> info.state() == SessionState.WAITING);
            var again = desk.app.sessions().approvals().pending().getFirst();
            desk.app.sessions().ask(id, Action.Decide.deny(again.requestId(), "not today"));
            desk.awaitTurns(id, 2);
            assertThat(desk.work.resolve("refused.txt")).doesNotExist();
        }
    }

    /// The person's own CLI goes on with it at once, also while another session of Parley's is at
    /// work, and then Parley goes on with what the CLI has written.
    @EveryLiveCli
    void aClosedSessionGoesOnInTheCliItself(RealCli cli) throws Exception {
        try (var model =
                        ScriptedModel.answering(request -> {
                            var asked = request.userTexts().toString();
                            var number = asked.substring(asked.lastIndexOf("question") + 9);
                            return asked.contains("please talk")
                                    ? Reply.text(counted()).slowly(Duration.ofMillis(100))
                                    : Reply.text("answer to " + number.split("\\W", 2)[0]);
                        });
                var desk = new Desk(cli, model)) {
            var busy = desk.start("please talk");
            desk.await(
                    busy,
                    _ -> desk.events(busy, Event.AssistantStreamed.class).findAny().isPresent());
            var id = desk.start("question one");
            desk.awaitTurns(id, 1);
            var nativeId = desk.app.sessions().info(id).nativeId();
            var before = System.nanoTime();
            desk.app.sessions().ask(id, new Action.Close());
            var took = Duration.ofNanos(System.nanoTime() - before);
            System.err.println(cli + " was given back in " + took.toMillis() + " ms");
            var run =
                    CliRun.of(
                            desk.home.command(desk.work, cli.resume(nativeId, "question two")),
                            Duration.ofMinutes(2));
            assertThat(run.exitCode()).as("%s", run).isEqualTo(0);
            assertThat(run.stdout()).contains("answer to two");
            assertThat(model.mainRequests().getLast().body().toString())
                    .contains("question one", "answer to one", "question two");
            assertThat(desk.app.sessions().info(busy).state()).isEqualTo(SessionState.RUNNING);
            desk.app.sessions().ask(id, Action.Prompt.of("question three"));
            desk.awaitTurns(id, 2);
            assertThat(model.mainRequests().getLast().body().toString())
                    .contains(
                            "question one",
                            "answer to one",
                            "question two",
                            "answer to two",
                            "question three");
            assertThat(desk.app.sessions().info(id).nativeId()).isEqualTo(nativeId);
        }
    }

    /// Nobody takes it for a loop.
    private static String counted() {
        return IntStream.range(0, 1000)
                .mapToObj(at -> "word" + at + " ")
                .collect(Collectors.joining());
    }

    /// Whatever the CLI itself makes of "always".
    @EveryLiveCli
    void whatIsAllowedForTheSessionCoversTheNextFile(RealCli cli) throws Exception {
        // Kimi asks for commands only, and a command allows no other one.
        var next = cli == RealCli.KIMI ? "one.txt" : "two.txt";
        try (var model =
                        ScriptedModel.saying(
                                change(cli, "one.txt"),
                                Reply.text("done"),
                                change(cli, next),
                                Reply.text("done again"),
                                change(cli, ".hidden"),
                                Reply.text("then not"));
                var desk = new Desk(cli, model)) {
            var id = desk.start("do it");
            Assumptions.assumeTrue(desk.can(id, LiveCapability.APPROVAL), "it never asks");
            desk.await(id, info -> info.state() == SessionState.WAITING);
            var asked = desk.app.sessions().approvals().pending().getFirst();
            assertThat(asked.forSession())
                    .as("%s", asked)
                    .startsWith(
                            cli == RealCli.KIMI
                                    ? "exactly this command in " + desk.work
                                    : "every change of a file below " + desk.work);
            assertThat(asked.intent().files().isEmpty()).isEqualTo(cli == RealCli.KIMI);
            desk.app.sessions().ask(id, Action.Decide.allowForSession(asked.requestId()));
            desk.awaitTurns(id, 1);
            assertThat(desk.work.resolve("one.txt")).exists();
            desk.app.sessions().ask(id, Action.Prompt.of("and the next"));
            desk.awaitTurns(id, 2);
            assertThat(desk.work.resolve(next)).exists();
            desk.app.sessions().ask(id, Action.Prompt.of("and what is hidden"));
            desk.await(id, info -> info.state() == SessionState.WAITING);
            var hidden = desk.app.sessions().approvals().pending().getFirst();
            desk.app.sessions().ask(id, Action.Decide.deny(hidden.requestId(), "no"));
            desk.awaitTurns(id, 3);
            assertThat(desk.work.resolve(".hidden")).doesNotExist();
            assertThat(
                            desk.events(id, Event.ApprovalAnswered.class)
                                    .map(Event.ApprovalAnswered::by)
                                    .filter(by -> !by.equals("agent"))
                                    .toList())
                    .startsWith("person")
                    .endsWith("person")
                    .contains("session");
        }
    }

    @EveryLiveCli
    void anInterruptedTurnIsNoFailureAndTheSessionGoesOn(RealCli cli) throws Exception {
        try (var model =
                        ScriptedModel.saying(
                                Reply.text("word ".repeat(200)).slowly(Duration.ofMillis(100)),
                                Reply.text("at once"));
                var desk = new Desk(cli, model)) {
            var id = desk.start("talk");
            desk.await(
                    id, _ -> desk.events(id, Event.AssistantStreamed.class).findAny().isPresent());
            assertThat(desk.app.sessions().ask(id, new Action.Interrupt()).done()).isTrue();
            desk.awaitTurns(id, 1);
            assertThat(desk.events(id, Event.TurnEnded.class).map(Event.TurnEnded::reason))
                    .containsExactly(EndReason.INTERRUPTED);
            desk.app.sessions().ask(id, Action.Prompt.of("and now?"));
            desk.awaitTurns(id, 2);
            assertThat(desk.answers(id)).last().isEqualTo("at once");
        }
    }
}
