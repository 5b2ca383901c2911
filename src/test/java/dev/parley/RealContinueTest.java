package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.api.ContinueRequest;
import dev.parley.api.InboxItem;
import dev.parley.api.NewSession;
import dev.parley.api.PendingApproval;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.SessionState;
import dev.parley.event.Action;
import dev.parley.event.Permission;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.EveryLiveCli;
import dev.parley.testing.real.RealCli;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

/// A live session of each real CLI goes on in the next one: because a person wants it, in the
/// middle of a turn and with a prompt that waits; and because a limit is reached.
@Tag("real")
class RealContinueTest {
    @TempDir Path temp;

    private final AtomicBoolean isLimited = new AtomicBoolean();
    private final AtomicBoolean isSlow = new AtomicBoolean(true);

    private Reply mind(ModelRequest request) {
        var users = String.join("\n", request.userTexts());
        if (users.contains("HIT-LIMIT")) {
            return isLimited.get()
                    ? Reply.error(
                            429,
                            "You exceeded your current quota, please check your plan and billing details.")
                    : Reply.text("LIMIT-PASSED");
        }
        if (users.contains("THIRD-WAITED")) {
            return Reply.text("ANSWER-THREE");
        }
        if (users.contains("SECOND-SLOW")) {
            return isSlow.get()
                    ? Reply.text("slow ".repeat(200)).slowly(Duration.ofMillis(200))
                    : Reply.text("ANSWER-TWO");
        }
        return request.toolResults().isEmpty()
                ? Reply.text("ANSWER-ONE-A").shell("echo shell-said")
                : Reply.text("ANSWER-ONE-B");
    }

    private static RealCli next(RealCli cli) {
        return RealCli.values()[(cli.ordinal() + 1) % RealCli.values().length];
    }

    /// A Parley that knows the two, with what else is in its settings.
    private final class Desk implements AutoCloseable {
        final ScriptedModel model = ScriptedModel.answering(RealContinueTest.this::mind);
        final Path work;
        final App app;

        Desk(RealCli from, RealCli to, String settings) throws IOException {
            var directory = Files.createDirectories(temp.toRealPath().resolve(from.id()));
            work = Files.createDirectories(directory.resolve("work"));
            var variables = new HashMap<String, String>();
            for (var cli : List.of(from, to)) {
                variables.putAll(cli.home(directory.resolve("home"), model).environment());
                variables.put(
                        cli.id().toUpperCase(Locale.ROOT) + "_CMD", cli.executable().toString());
            }
            variables.put("PARLEY_HOME", directory.resolve("parley").toString());
            var config = Files.createDirectories(directory.resolve("parley/config"));
            Files.writeString(
                    config.resolve("config.json"),
                    "{\"passEnvironment\":{\"codex\":[\"SCRIPTED_KEY\"]}" + settings + "}");
            app = new App(variables);
        }

        SessionId start(RealCli cli) throws InterruptedException {
            var id =
                    app.sessions()
                            .start(
                                    NewSession.with(cli.id(), work.toString(), Permission.BYPASS)
                                            .saying(Action.Prompt.of("FIRST-SAID Grüße 😀")))
                            .id();
            await(cli + " begins", () -> state(id) == SessionState.IDLE && hasAsked("shell-said"));
            return id;
        }

        SessionState state(SessionId id) throws InterruptedException {
            return app.sessions().info(id).state();
        }

        boolean hasAsked(String words) {
            return model.mainRequests().stream()
                    .anyMatch(request -> request.body().toString().contains(words));
        }

        void await(String what, Callable<Boolean> fact) {
            // Kimi Code asks a model that refuses ten times, which takes minutes by itself.
            Awaitility.await(what)
                    .atMost(Duration.ofMinutes(10))
                    .pollInterval(Duration.ofMillis(100))
                    .until(fact);
        }

        /// What the last request with these words had in it.
        String asked(String words) {
            return model.mainRequests().stream()
                    .filter(request ->
                            request.userTexts().stream().anyMatch(text -> text.contains(words)))
                    .toList()
                    .getLast()
                    .body()
                    .toString();
        }

        @Override
        public void close() {
            app.close();
            model.close();
        }
    }

    private static void inOrder(String text, String... words) {
        var at = 0;
        for (var word : words) {
            var found = text.indexOf(word, at);
            assertThat(found).as("%s in order in %s", word, text).isGreaterThanOrEqualTo(at);
            at = found;
        }
    }

    @EveryLiveCli
    void goesOnElsewhereWithThePromptsThatWait(RealCli from) throws Exception {
        var to = next(from);
        try (var desk = new Desk(from, to, "")) {
            var id = desk.start(from);
            desk.app.sessions().ask(id, Action.Prompt.of("SECOND-SLOW"));
            desk.await("the slow turn", () -> desk.hasAsked("SECOND-SLOW"));
            desk.app.sessions().ask(id, Action.Prompt.of("THIRD-WAITED"));
            isSlow.set(false);

            var there = desk.app.moves().continuing().run(id, ContinueRequest.to(to.id()));

            assertEquals(SessionState.COMPLETED, desk.state(id));
            assertEquals(to.id(), there.provider());
            assertEquals(desk.work.toString(), there.cwd().toString());
            desk.await(
                    "the answer in " + to,
                    () ->
                            desk.hasAsked("THIRD-WAITED")
                                    && desk.state(there.id()) == SessionState.IDLE);
            var asked = desk.asked("THIRD-WAITED");
            inOrder(
                    asked,
                    "FIRST-SAID Grüße 😀",
                    "ANSWER-ONE-A",
                    "shell-said",
                    "ANSWER-ONE-B",
                    // Where nothing came of it, it is said again; the rest goes on from what did.
                    "SECOND-SLOW",
                    "THIRD-WAITED");
            assertThat(asked).containsOnlyOnce("SECOND-SLOW").containsOnlyOnce("THIRD-WAITED");
            assertThat(answers(desk.app, there.id())).contains("ANSWER-THREE");
        }
    }

    private static String answers(App app, SessionId id) throws InterruptedException {
        return app.sessions().events(id, 0, 1000).toString();
    }

    @EveryLiveCli
    void goesOnElsewhereWhenALimitIsReached(RealCli from) throws Exception {
        var to = next(from);
        try (var desk = new Desk(from, to, ",\"onLimit\":[\"" + to.id() + "\"]")) {
            desk.app.moves().onLimit().start();
            var id = desk.start(from);
            isLimited.set(true);
            desk.app.sessions().ask(id, Action.Prompt.of("HIT-LIMIT please"));
            desk.await("a question", () -> !desk.app.sessions().approvals().pending().isEmpty());
            var item =
                    desk.app.page().inbox().page(0, false).items().stream()
                            .filter(one -> one.kind() == InboxItem.Kind.LIMIT)
                            .toList();
            assertThat(item).as("%s", answers(desk.app, id)).hasSize(1);
            PendingApproval question = desk.app.sessions().approvals().pending().getFirst();
            assertThat(question.wish()).contains("A limit of").contains("comes along");

            isLimited.set(false);
            desk.app.sessions().ask(id, Action.Decide.allow(question.requestId()));

            desk.await(
                    "the answer in " + to,
                    () ->
                            desk.app.sessions().list(10).stream()
                                    .filter(one -> one.provider().equals(to.id()))
                                    .map(SessionInfo::state)
                                    .anyMatch(state ->
                                            state == SessionState.IDLE
                                                    && desk.hasAsked("HIT-LIMIT")));
            var asked = desk.asked("HIT-LIMIT");
            inOrder(asked, "FIRST-SAID", "shell-said", "ANSWER-ONE-B", "HIT-LIMIT please");
            assertThat(asked).containsOnlyOnce("HIT-LIMIT please");
        }
    }
}
