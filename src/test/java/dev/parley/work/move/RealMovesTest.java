package dev.parley.work.move;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.api.Move;
import dev.parley.api.MoveRequest;
import dev.parley.api.Progress;
import dev.parley.api.UsageBy;
import dev.parley.base.hash.Hash;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Permission;
import dev.parley.event.SessionKey;
import dev.parley.history.History;
import dev.parley.history.usage.Prices;
import dev.parley.history.usage.Usages;
import dev.parley.process.Supervisor;
import dev.parley.provider.Installations;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.SessionWriters;
import dev.parley.provider.builtin.BuiltIn;
import dev.parley.testing.model.ModelRequest;
import dev.parley.testing.model.Reply;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.testing.real.CliRun;
import dev.parley.testing.real.EveryCli;
import dev.parley.testing.real.LiveAgent;
import dev.parley.testing.real.RealCli;
import dev.parley.testing.real.RealHome;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// All thirty pairs: each real CLI makes a session with tools, a failing one, calls made at once,
/// an image and letters of many kinds; it is brought to the five others, and each of these goes on
/// with it. What their models get says whether everything arrived.
@Tag("real")
class RealMovesTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final String PIXEL =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

    /// In this order, in every request.
    private static final List<String> SAID =
            List.of(
                    "PROMPT-ONE Grüße 日本語 😀 \\\"quoted\\\"",
                    "ANSWER-ONE-A",
                    "printf shell-%s",
                    "shell-said",
                    "ANSWER-ONE-B ✓",
                    "PROMPT-TWO",
                    "ANSWER-TWO-A",
                    "notes-of-turn-two.txt",
                    "no-such-file-7",
                    "ANSWER-TWO-B",
                    "PROMPT-THREE",
                    "ANSWER-THREE");

    @TempDir static Path temp;
    private static Path directory;
    private static ScriptedModel model;
    private static Supervisor supervisor;
    private static History history;
    private static MoveTarget targets;
    private static MoveSession mover;
    private static final Map<RealCli, RealHome> HOMES = new EnumMap<>(RealCli.class);
    private static final Map<RealCli, SessionKey> SOURCES = new EnumMap<>(RealCli.class);

    @BeforeAll
    static void makeASessionInEachCli() throws Exception {
        directory = temp.toRealPath();
        model = ScriptedModel.answering(RealMovesTest::mind);
        try (var two = Executors.newFixedThreadPool(2)) {
            var all = new EnumMap<RealCli, Future<SessionKey>>(RealCli.class);
            for (var cli : RealCli.values()) {
                HOMES.put(cli, cli.home(directory.resolve("home"), model));
                all.put(cli, two.submit(() -> converse(cli)));
            }
            for (var one : all.entrySet()) {
                SOURCES.put(one.getKey(), one.getValue().get());
            }
        }
        wire();
    }

    private static void wire() throws Exception {
        var providers = BuiltIn.with(directory.resolve("no-profiles"));
        var environment = new HashMap<String, String>();
        HOMES.forEach((cli, home) -> {
            environment.putAll(home.environment());
            environment.put(
                    cli.id().toUpperCase(Locale.ROOT) + "_CMD", cli.executable().toString());
        });
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
        mover =
                new MoveSession(
                        new MovableSessions(history, targets),
                        targets,
                        new MoveLedger(directory.resolve("moves")),
                        directory.resolve("moves"),
                        Clock.systemUTC());
        history.refresh(Progress.SILENT);
    }

    @AfterAll
    static void end() {
        model.close();
        if (supervisor != null) {
            supervisor.close();
        }
    }

    /// What the model says depends on how far the conversation is.
    private static Reply mind(ModelRequest request) {
        var users = String.join("\n", request.userTexts());
        var results = request.toolResults().size();
        if (users.contains("LIVE-SLOW") && !users.contains("LIVE-QUEUED")) {
            return Reply.text("slow ".repeat(100)).slowly(Duration.ofSeconds(1));
        }
        if (users.contains("LIVE-")) {
            return Reply.text("LIVE-ANSWER");
        }
        if (users.contains("GO-ON")) {
            return Reply.text("GONE-ON");
        }
        if (users.contains("PROMPT-THREE")) {
            return Reply.text("ANSWER-THREE ñ");
        }
        if (users.contains("PROMPT-TWO")) {
            return results < 3
                    ? Reply.text("ANSWER-TWO-A")
                            .write("notes-of-turn-two.txt", "the answer is 42\n")
                            .shell("cat /no-such-file-7")
                    : Reply.text("ANSWER-TWO-B");
        }
        return results < 1
                ? Reply.thinking("hmm")
                        .text("ANSWER-ONE-A")
                        .shell("printf shell-%s said; sleep 0.3")
                : Reply.text("ANSWER-ONE-B ✓");
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

    private static SessionKey converse(RealCli cli) {
        try (var agent = seeing(cli, LiveAgent.in(directory, cli, model));
                var live = agent.converse(agent.wish().permission(Permission.BYPASS))) {
            live.ask("t1", "PROMPT-ONE Grüße 日本語 😀 \"quoted\"", EndReason.COMPLETED);
            live.say(
                    "c1",
                    new Action.Prompt(
                            "t2", "PROMPT-TWO", List.of(new Action.Image("image/png", PIXEL))));
            live.ended("t2", EndReason.COMPLETED);
            live.ask("t3", "PROMPT-THREE", EndReason.COMPLETED);
            return new SessionKey(cli.id(), live.joined("c1").nativeId());
        }
    }

    @EveryCli
    void goesOnWithWhatBeganElsewhere(RealCli target) throws Exception {
        var before = sources();
        Move last = null;
        for (var source : RealCli.values()) {
            if (source != target) {
                last = tryPair(source, target);
            }
        }
        listed(target, Objects.requireNonNull(last));
        assertThat(sources()).isEqualTo(before).hasSizeGreaterThan(4);
    }

    /// OpenCode has a database: it is asked to take the session out again.
    @Test
    void whatWasMovedIsTakenBackAndCountsOnce() throws Exception {
        var move = mover.move(SOURCES.get(RealCli.CLAUDE), MoveRequest.to("opencode"));
        history.refresh(Progress.SILENT);
        assertThat(history.view().find(move.to())).isPresent();
        assertThat(used())
                .noneMatch(name -> name.contains(move.to().nativeId()))
                .anyMatch(name -> name.contains(SOURCES.get(RealCli.CLAUDE).nativeId()));
        var writers = new SessionWriters(directory.resolve("writers"));
        new UndoMove(targets, new MoveLedger(directory.resolve("moves")), writers)
                .undo(move.to().nativeId());
        history.refresh(Progress.SILENT);
        assertThat(history.view().find(move.to())).isEmpty();
    }

    /// The sessions that used something.
    private static List<String> used() {
        return new Usages(Prices.read(directory.resolve("none.json")), ZoneOffset.UTC)
                .report(history.view(), UsageBy.SESSION, Optional.empty()).stream()
                        .filter(line -> line.totals().requests() > 0)
                        .map(line -> line.name())
                        .toList();
    }

    private static Move tryPair(RealCli source, RealCli target) throws Exception {
        var pair = source + " to " + target;
        var from = SOURCES.get(source);
        var move = mover.move(from, new MoveRequest(target.id(), null, null, null, null));
        // Gemini writes its file anew with every resume; the others only append.
        var times = target == RealCli.GEMINI || source.ordinal() < 2 ? 2 : 1;
        for (var time = 1; time <= times; time++) {
            var prompt = "GO-ON-" + source + "-" + target + "-" + time;
            var run = resume(target, move, prompt, time == 1);
            var asked =
                    model.mainRequests().stream()
                            .filter(request ->
                                    request.userTexts().stream()
                                            .anyMatch(text -> text.contains(prompt)))
                            .findFirst();
            assertThat(asked).as("%s: %s", pair, run).isPresent();
            assertThat(run.stdout()).as(pair).contains("GONE-ON");
            check(pair + " " + time, asked.get(), prompt);
            // Qwen Code sends a picture and does not write it down.
            assertThat(asked.get().hasImage()).as(pair).isEqualTo(source != RealCli.QWEN);
        }
        return move;
    }

    /// What the CLI itself says when it is asked for its sessions; two have no such command.
    private static void listed(RealCli cli, Move last) throws Exception {
        var arguments =
                switch (cli) {
                    case CLAUDE, CODEX -> List.<String>of();
                    case GEMINI -> List.of("--list-sessions");
                    case OPENCODE -> List.of("session", "list", "--format", "json");
                    case KIMI -> List.of("session", "list", "--json");
                    case QWEN -> List.of("sessions", "list", "--json");
                };
        if (!arguments.isEmpty()) {
            var command = new ArrayList<>(List.of(cli.executable().toString()));
            command.addAll(arguments);
            var run = CliRun.of(HOMES.get(cli).command(directory.resolve("work"), command), LIMIT);
            assertThat(run.stdout()).as("%s", run).contains(last.to().nativeId());
        }
    }

    /// Every file of the sources, as it was when they were made.
    private static Map<Path, String> sources() throws IOException {
        var files = new HashMap<Path, String>();
        try (var walk = Files.walk(directory.resolve("home"))) {
            for (var file : walk.filter(Files::isRegularFile).toList()) {
                var place = file.toString();
                var isSession =
                        place.endsWith(".jsonl")
                                && SOURCES.values().stream()
                                        .map(key -> key.nativeId().replace("session_", ""))
                                        .anyMatch(id -> place.contains(id.substring(0, 8)));
                if (isSession) {
                    files.put(file, Hash.sha256(Files.readString(file)));
                }
            }
        }
        return files;
    }

    private static CliRun resume(RealCli cli, Move move, String prompt, boolean isFirst)
            throws Exception {
        var command = new ArrayList<>(cli.resume(move.to().nativeId(), prompt));
        if (cli == RealCli.KIMI && isFirst) {
            command.addAll(1, List.of("-m", "fake"));
        }
        return CliRun.of(HOMES.get(cli).command(directory.resolve("work"), command), LIMIT);
    }

    private static void check(String pair, ModelRequest request, String prompt) {
        var body = request.body();
        var text =
                body.has("messages")
                        ? body.path("messages")
                        : body.has("input") ? body.path("input") : body.path("contents");
        var sent = text.toString();
        var at = 0;
        for (var words : SAID) {
            var found = sent.indexOf(words, at);
            assertThat(found)
                    .as("%s: %s in order in %s", pair, words, sent)
                    .isGreaterThanOrEqualTo(at);
            at = found;
        }
        assertThat(sent.indexOf(prompt, at)).as("%s: the prompt is last", pair).isPositive();
        var calls = new ArrayList<String>();
        var results = new ArrayList<String>();
        pairs(text, calls, results);
        assertThat(calls).as("%s: calls in %s", pair, sent).hasSize(3).doesNotHaveDuplicates();
        assertThat(results).as("%s: results", pair).containsExactlyElementsOf(calls);
        assertThat(sent).as(pair).containsOnlyOnce("shell-said");
    }

    /// The ids of calls and of results, whatever the API.
    private static void pairs(JsonNode node, List<String> calls, List<String> results) {
        var type = node.path("type").asString("");
        if (type.equals("tool_use")) {
            calls.add(node.path("id").asString());
        } else if (type.equals("tool_result")) {
            results.add(node.path("tool_use_id").asString());
        } else if (type.equals("function_call") || type.equals("custom_tool_call")) {
            calls.add(node.path("call_id").asString());
        } else if (type.endsWith("_call_output")) {
            results.add(node.path("call_id").asString());
        } else if (node.has("functionCall")) {
            calls.add(node.path("functionCall").path("id").asString());
        } else if (node.has("functionResponse")) {
            results.add(node.path("functionResponse").path("id").asString());
        } else if (node.path("role").asString("").equals("tool")) {
            results.add(node.path("tool_call_id").asString());
        }
        node.path("tool_calls").forEach(call -> calls.add(call.path("id").asString()));
        if (node.isContainer()) {
            node.forEach(child -> pairs(child, calls, results));
        }
    }
}
