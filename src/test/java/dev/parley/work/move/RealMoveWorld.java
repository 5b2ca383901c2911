package dev.parley.work.move;

import dev.parley.api.Move;
import dev.parley.api.MoveRequest;
import dev.parley.api.Progress;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Permission;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.portable.Piece;
import dev.parley.process.Supervisor;
import dev.parley.provider.Installations;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.builtin.BuiltIn;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.BareCodex;
import dev.parley.testing.real.CliRun;
import dev.parley.testing.real.LiveAgent;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealHome;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// All six real CLIs in one home, a model that says what the conversation has come to, and what
/// moves sessions between them.
final class RealMoveWorld implements AutoCloseable {
    static final Duration LIMIT = Duration.ofMinutes(2);
    static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    /// What no CLI takes for a loop.
    private static final String LONG =
            IntStream.range(100_000, 110_000)
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining("-"));

    /// 200 KB and more.
    private static final String MUCH = "printf MUCH-BEGINS; seq 100000 130000; printf MUCH-ENDS";

    final Path directory;
    final ScriptedModel model;
    final History history;
    final MoveTarget targets;
    final MoveLedger ledger;
    final MoveSession mover;
    private final Supervisor supervisor;
    private final Map<RealCli, RealHome> homes = new EnumMap<>(RealCli.class);

    RealMoveWorld(Path temp) throws Exception {
        directory = temp.toRealPath();
        model = ScriptedModel.answering(RealMoveWorld::mind);
        var environment = new HashMap<String, String>();
        for (var cli : RealCli.values()) {
            var home = cli.home(directory.resolve("home"), model);
            homes.put(cli, home);
            environment.putAll(home.environment());
            environment.put(
                    cli.id().toUpperCase(Locale.ROOT) + "_CMD", cli.executable().toString());
        }
        var providers = BuiltIn.with(directory.resolve("no-profiles"));
        supervisor = new Supervisor(directory.resolve("ledgers"));
        history =
                new History(() -> providers.storedPlaces(environment), directory.resolve("index"));
        targets =
                new MoveTarget(
                        providers,
                        new Installations(
                                supervisor,
                                environment,
                                directory.resolve("versions"),
                                Clock.systemUTC()),
                        new ProviderEnvironment(environment, Map.of()),
                        supervisor,
                        environment);
        ledger = new MoveLedger(directory.resolve("moves"));
        mover =
                new MoveSession(
                        new MovableSessions(history, targets),
                        targets,
                        ledger,
                        directory.resolve("moves"),
                        Clock.systemUTC());
    }

    /// What the model says depends on how far the conversation is.
    private static Reply mind(ModelRequest request) {
        var users = String.join("\n", request.userTexts());
        var results = request.toolResults().size();
        if (users.contains("GO-ON")) {
            return Reply.text("GONE-ON");
        }
        if (users.contains("PROMPT-SHORT again")) {
            return Reply.text("ANSWER-SHORT");
        }
        if (users.contains("PROMPT-SLOW")) {
            return Reply.text("slow ".repeat(30)).slowly(Duration.ofMillis(200));
        }
        if (users.contains("PROMPT-FORK")) {
            return Reply.text("ANSWER-FORK");
        }
        if (users.contains("PROMPT-THREE")) {
            return results < 4
                    ? Reply.text("ANSWER-THREE-A").shell(MUCH)
                    : Reply.text("ANSWER-THREE ñ");
        }
        if (users.contains("PROMPT-SHORT")) {
            return Reply.text("ANSWER-SHORT");
        }
        if (users.contains("PROMPT-TWO")) {
            return results < 3
                    ? Reply.text("ANSWER-TWO-A")
                            .write("notes-of-turn-two.txt", "the answer is 42\n")
                            .shell("cat /no-such-file-7")
                    : Reply.text("ANSWER-TWO-B");
        }
        if (!users.contains("PROMPT-ONE")) {
            return early(users);
        }
        return results < 1
                ? Reply.thinking("hmm")
                        .text("ANSWER-ONE-A")
                        .shell("printf shell-%s said; sleep 0.3")
                : Reply.text("ANSWER-ONE-B ✓");
    }

    /// What will be made shorter. As many tokens as this are worth it to each CLI.
    private static Reply early(String users) {
        var answer =
                users.contains("PROMPT-ALSO")
                        ? "ANSWER-ALSO"
                        : users.contains("PROMPT-BRIEF") ? "ANSWER-BRIEF" : "ANSWER-ZERO " + LONG;
        return Reply.text(answer).usage(20_000, 20, 0, 0);
    }

    /// A session of a CLI, made by a conversation with it.
    interface Making {
        SessionKey by(RealCli cli) throws Exception;
    }

    /// Two at a time: more would be in each other's way.
    Map<RealCli, SessionKey> inEach(List<RealCli> clis, Making making) throws Exception {
        var made = new EnumMap<RealCli, SessionKey>(RealCli.class);
        try (var two = Executors.newFixedThreadPool(2)) {
            var all = new EnumMap<RealCli, Future<SessionKey>>(RealCli.class);
            clis.forEach(cli -> all.put(cli, two.submit(() -> making.by(cli))));
            for (var one : all.entrySet()) {
                made.put(one.getKey(), one.getValue().get());
            }
        }
        history.refresh(Progress.SILENT);
        return made;
    }

    /// With tools, one that fails, calls made at once, an image, letters of many kinds, and a
    /// result of 200 KB.
    SessionKey converse(RealCli cli) {
        try (var agent = agent(cli);
                var live = agent.converse(agent.wish().permission(Permission.BYPASS))) {
            live.ask("t1", "PROMPT-ONE Grüße 日本語 😀 \"quoted\"", EndReason.COMPLETED);
            live.say(
                    "c1",
                    new Action.Prompt(
                            "t2", "PROMPT-TWO", List.of(new Action.Image("image/png", PIXEL))));
            live.ended("t2", EndReason.COMPLETED);
            live.ask("t3", "PROMPT-THREE", EndReason.COMPLETED);
            return key(cli, live.joined("c1").nativeId());
        }
    }

    private static SessionKey key(RealCli cli, String nativeId) {
        return new SessionKey(cli.id(), Objects.requireNonNull(nativeId));
    }

    /// A process of a CLI, in its home here.
    LiveAgent agent(RealCli cli) {
        return seeing(cli, LiveAgent.in(directory, cli, model));
    }

    /// Qwen Code sends pictures only to models of which it is told that they see them.
    private static LiveAgent seeing(RealCli cli, LiveAgent agent) {
        if (cli == RealCli.QWEN) {
            try {
                var settings = agent.home().resolve(".qwen/settings.json");
                Files.writeString(
                        settings,
                        Files.readString(settings)
                                .replace(
                                        "\"maxRetries\": 0",
                                        "\"maxRetries\": 0, \"modalities\": { \"image\": true }"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return agent;
    }

    Path work() {
        return directory.resolve("work");
    }

    CliRun run(RealCli cli, List<String> arguments) throws Exception {
        var command = new ArrayList<>(List.of(cli.executable().toString()));
        command.addAll(arguments);
        return CliRun.of(homes.get(cli).command(work(), command), LIMIT);
    }

    /// What its app server says of threads here.
    String codexThreads() throws IOException {
        return BareCodex.threads(work(), Objects.requireNonNull(homes.get(RealCli.CODEX)));
    }

    /// One more prompt in a session that was moved.
    CliRun goOn(Move move, String prompt, boolean isFirst) throws Exception {
        var cli = RealCli.valueOf(move.to().provider().toUpperCase(Locale.ROOT));
        var command = new ArrayList<>(cli.resume(move.to().nativeId(), prompt));
        if (cli == RealCli.KIMI && isFirst) {
            command.addAll(1, List.of("-m", "fake"));
        }
        return CliRun.of(homes.get(cli).command(work(), command), LIMIT);
    }

    boolean hasAsked(String prompt) {
        return model.mainRequests().stream()
                .anyMatch(request ->
                        request.userTexts().stream().anyMatch(text -> text.contains(prompt)));
    }

    /// What the model was asked when somebody said that.
    ModelRequest asked(String prompt, Object otherwise) {
        return model.mainRequests().stream()
                .filter(request ->
                        request.userTexts().stream().anyMatch(text -> text.contains(prompt)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("Nobody asked " + prompt + ": " + otherwise));
    }

    /// What is brought elsewhere of a session.
    List<Piece> brought(SessionKey session) throws InterruptedException {
        history.refresh(Progress.SILENT);
        var pieces = new ArrayList<Piece>();
        var conversation = new MovableSessions(history, targets).find(session);
        Excerpt.of(conversation, MoveRequest.to("claude")).read(_ -> false, pieces::add);
        return pieces;
    }

    @Override
    public void close() {
        model.close();
        supervisor.close();
    }
}
