package dev.parley.session;

import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.SessionState;
import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.Event;
import dev.parley.event.EventJson;
import dev.parley.event.Permission;
import dev.parley.event.SessionKey;
import dev.parley.process.Supervisor;
import dev.parley.provider.Installations;
import dev.parley.provider.ModelCatalog;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.SessionWriters;
import dev.parley.provider.builtin.BuiltIn;
import dev.parley.session.approval.ApprovalRules;
import dev.parley.store.OwnerProcess;
import dev.parley.store.RoomSessions;
import dev.parley.store.StoreUpkeep;
import dev.parley.store.sqlite.Database;
import dev.parley.store.sqlite.SqliteSessionStore;
import dev.parley.store.sqlite.SqliteUpkeep;
import dev.parley.testing.Stub;
import dev.parley.tool.ToolRegistry;
import dev.parley.wire.LiveDialect;

import org.awaitility.Awaitility;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// Live sessions with a small agent of our own: a shell script that remembers its native sessions
/// as files and does what its prompts say (`wait`, `deaf`, `stubborn`, `ask <command>`, `call
/// <tool>`, `count <n>`, `flood <lines> <letters>`, `endless`, `crash`, …).
final class LiveStub implements AutoCloseable {
    private static final String AGENT =
            """
            mkdir -p "$HOME/native"
            echo $$ >> "$HOME/pids"
            echo "$*" >> "$HOME/arguments"
            letters() { head -c "$1" /dev/zero | tr '\\0' x; }
            while read -r word conversation a rest; do
              printf '%s\\n' "$word $a $rest" >> "$HOME/heard"
              case $word in
              join)
                if [ "$a" = - ]; then
                  n=$((n + 1)); id="n$$x$n"; : > "$HOME/native/$id"; echo "joined $conversation $id"
                elif [ -f "$HOME/native/$a" ]; then echo "joined $conversation $a"
                else echo "refused $conversation UNKNOWN_SESSION there is no session $a"; fi ;;
              prompt)
                echo "start $conversation $a"
                case $rest in
                wait*) ;;
                deaf*) trap '' TERM; while :; do sleep 1; done ;;
                stubborn*) stubborn=yes ;;
                call*) echo "call $conversation k$a ${rest#call }" ;;
                ask*) echo "ask $conversation r$a ${rest#ask }" ;;
                twice*) echo "ask $conversation r$a date"; echo "ask $conversation r$a rm -rf /" ;;
                crash*) echo "about to die" >&2; exit 3 ;;
                count*) i=0; while [ $i -lt "${rest#count }" ]; do i=$((i + 1)); echo "say $conversation $i"; done
                        echo "end $conversation $a COMPLETED" ;;
                endless*) letters 40000000; sleep 1000 ;;
                flood*) set -- $rest; i=0
                        while [ $i -lt "$2" ]; do i=$((i + 1)); printf 'said %s ' "$conversation"; letters "$3"; echo; done
                        echo "end $conversation $a COMPLETED" ;;
                boom*) echo boom; echo "end $conversation $a COMPLETED" ;;
                alone*) echo "end $conversation $a COMPLETED"; echo "start $conversation own1"
                        echo "said $conversation by myself" ;;
                *) printf '%s\\n' "said $conversation echo $rest"; echo "end $conversation $a COMPLETED" ;;
                esac ;;
              steer) echo "said $conversation steered $rest" ;;
              interrupt) [ -n "$stubborn" ] || echo "end $conversation $a INTERRUPTED" ;;
              decide) echo "said $conversation decided $rest"; echo "end $conversation ${a#r} COMPLETED" ;;
              answer) echo "said $conversation answered $rest"; echo "end $conversation ${a#k} COMPLETED" ;;
              model|mode) echo "$word $conversation $rest" ;;
              esac
            done
            """;

    private static final String PROFILE =
            """
            { "id": "stub", "name": "Stub", "command": { "env": "STUB_CMD", "name": "stub" },
              "home": { "path": "~/.stub" }, "install": "write it",
              "live": { "wire": "ACP", "arguments": ["live", "{options}"], "sharing": "%s",
                        "options": { "model": %s }, "tools": { "arguments": ["with-tools"] },
                        "permissions": { "ask": {}, "edit": {} },
                        "capabilities": [%s] } }
            """;

    /// What differs from test to test.
    record Setup(
            String sharing,
            String capabilities,
            String modelArguments,
            LiveSettings settings,
            List<String> rules) {
        static final Setup PLAIN =
                new Setup(
                        "nothing",
                        "\"RESUME\", \"APPROVAL\", \"INTERRUPT\", \"MODEL_SWITCH\", \"MODE_SWITCH\"",
                        "[\"--model={model}\"]",
                        LiveSettings.DEFAULT,
                        List.of());

        Setup sharing(String word) {
            return new Setup(word, capabilities, "[]", settings, rules);
        }

        Setup also(String capability) {
            return new Setup(
                    sharing,
                    capabilities + ", \"" + capability + "\"",
                    modelArguments,
                    settings,
                    rules);
        }

        Setup with(Duration idle, int most, Duration approvals) {
            return new Setup(
                    sharing,
                    capabilities,
                    modelArguments,
                    new LiveSettings(
                            idle,
                            most,
                            approvals,
                            settings.interruptGrace(),
                            settings.startTimeout()),
                    rules);
        }

        Setup with(Duration interruptGrace) {
            return new Setup(
                    sharing,
                    capabilities,
                    modelArguments,
                    new LiveSettings(
                            settings.idle(),
                            settings.maxProcesses(),
                            settings.approvalTimeout(),
                            interruptGrace,
                            settings.startTimeout()),
                    rules);
        }

        Setup startingWithin(Duration startTimeout) {
            return new Setup(
                    sharing,
                    capabilities,
                    modelArguments,
                    new LiveSettings(
                            settings.idle(),
                            settings.maxProcesses(),
                            settings.approvalTimeout(),
                            settings.interruptGrace(),
                            startTimeout),
                    rules);
        }

        Setup rules(String... lines) {
            return new Setup(sharing, capabilities, modelArguments, settings, List.of(lines));
        }
    }

    final Path directory;
    final Database database;
    final Sessions sessions;
    final StoreUpkeep upkeep;
    final SessionWriters writers;

    /// Native sessions that a terminal shows.
    final Set<SessionKey> inTerminal = ConcurrentHashMap.newKeySet();

    final Map<SessionKey, Path> directories = new ConcurrentHashMap<>();

    /// What its sessions are offered.
    final ToolRegistry tools = new ToolRegistry();

    /// Where they are served to agents that do not call them over their wire.
    final StubToolHost toolHost = new StubToolHost();

    /// What its agents are told before a prompt.
    final Notes notes = new Notes();

    /// Says the same until a turn has ended well.
    static final class Notes implements PromptNotes {
        volatile String text = "";

        @Override
        public String before(SessionId session) {
            return text;
        }

        @Override
        public void heard(SessionId session) {
            text = "";
        }
    }

    private final Supervisor supervisor;

    LiveStub(Path directory, Setup setup) {
        this(directory, setup, OwnerProcess.self());
    }

    LiveStub(Path directory, Setup setup, OwnerProcess self) {
        this(directory, setup, self, AGENT);
    }

    LiveStub(Path directory, Setup setup, Clock clock) {
        this(directory, setup, OwnerProcess.self(), AGENT, StubDialect::new, clock);
    }

    /// @param agent the body of its shell script
    LiveStub(Path directory, Setup setup, OwnerProcess self, String agent) {
        this(directory, setup, self, agent, StubDialect::new, Clock.systemUTC());
    }

    LiveStub(
            Path directory,
            Setup setup,
            OwnerProcess self,
            String agent,
            Supplier<LiveDialect> dialect) {
        this(directory, setup, self, agent, dialect, Clock.systemUTC());
    }

    private LiveStub(
            Path directory,
            Setup setup,
            OwnerProcess self,
            String agent,
            Supplier<LiveDialect> dialect,
            Clock clock) {
        try {
            this.directory = directory.toRealPath();
            var profiles = Files.createDirectories(this.directory.resolve("providers"));
            Files.writeString(
                    profiles.resolve("stub.json"),
                    PROFILE.formatted(
                            setup.sharing(), setup.modelArguments(), setup.capabilities()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var command = Stub.script(this.directory, "stub", agent).toString();
        var environment =
                Map.of(
                        "PATH",
                        "/usr/bin:/bin",
                        "STUB_CMD",
                        command,
                        "HOME",
                        this.directory.toString());
        supervisor = new Supervisor(this.directory.resolve("ledgers"));
        database = new Database(this.directory.resolve("parley.db"));
        upkeep = new SqliteUpkeep(database, self);
        writers = new SessionWriters(this.directory.resolve("writers"));
        sessions =
                new Sessions(
                        new SessionNeeds(
                                new SqliteSessionStore(database, self),
                                supervisor,
                                BuiltIn.with(this.directory.resolve("providers")),
                                new ModelCatalog(List.of()),
                                new Installations(
                                        supervisor,
                                        environment,
                                        this.directory.resolve("versions"),
                                        clock),
                                new ProviderEnvironment(environment, Map.of()),
                                _ -> dialect.get(),
                                inTerminal::contains,
                                key -> Optional.ofNullable(directories.get(key)),
                                writers,
                                new RoomSessions(this.directory.resolve("rooms.jsonl")),
                                new ToolSource(
                                        new AllTools(tools),
                                        Optional.of(
                                                new ToolDelivery(
                                                        toolHost,
                                                        this.directory.resolve("tools")))),
                                notes,
                                TurnWatch.NONE,
                                clock),
                        setup.settings(),
                        ApprovalRules.parse(setup.rules(), "config.json"));
    }

    NewSession request() {
        return NewSession.with("stub", directory.toString(), Permission.ASK);
    }

    SessionId start() throws InterruptedException {
        return sessions.start(request()).id();
    }

    SessionId startSaying(String prompt) throws InterruptedException {
        return sessions.start(request().saying(Action.Prompt.of(prompt))).id();
    }

    /// @return the id of its turn
    String say(SessionId id, String prompt) throws InterruptedException {
        return String.valueOf(sessions.ask(id, Action.Prompt.of(prompt)).turnId());
    }

    SessionInfo await(SessionId id, SessionState state) {
        return await(id, info -> info.state() == state);
    }

    SessionInfo await(SessionId id, Predicate<SessionInfo> isRight) {
        return Awaitility.await("session " + id)
                .atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> sessions.info(id), isRight);
    }

    /// Waits until the agent has begun its newest turn.
    void awaitTurn(SessionId id) {
        Awaitility.await("a turn of " + id)
                .atMost(Duration.ofSeconds(60))
                .until(() ->
                        story(id).lastIndexOf("turn.start") > story(id).lastIndexOf("turn.end"));
    }

    /// Waits until the end of a session has settled.
    void untilNotLive(String nativeId) {
        Awaitility.await("the end of " + nativeId)
                .atMost(Duration.ofSeconds(60))
                .until(() -> !sessions.isLive("stub", nativeId));
    }

    /// All events so far.
    List<Event> events(SessionId id) throws InterruptedException {
        database.write(_ -> 0);
        return sessions.events(id, 0, 100_000).stream()
                .map(recorded -> recorded.envelope().event())
                .toList();
    }

    /// The story so far, one line per event, without ids.
    String story(SessionId id) throws InterruptedException {
        return events(id).stream().map(LiveStub::line).collect(Collectors.joining("\n"));
    }

    private static String line(Event event) {
        var json = EventJson.writeEvent(event);
        return switch (event) {
            case Event.SessionStarted _ -> "session.start";
            case Event.TurnQueued queued -> "turn.queued " + queued.content();
            case Event.TurnStarted started -> "turn.start " + started.origin().wireName();
            case Event.TurnEnded ended -> "turn.end " + ended.reason().wireName();
            case Event.UserSaid said -> "user " + said.content();
            case Event.AssistantSaid said -> "said " + said.content();
            case Event.AssistantStreamed piece -> "piece " + piece.content();
            case Event.ApprovalRequested asked -> "asked " + asked.description();
            case Event.ApprovalAnswered answered ->
                    "answered "
                            + answered.approved()
                            + " by "
                            + answered.by()
                            + (answered.reason() == null ? "" : ": " + answered.reason());
            case Event.Failed failed ->
                    (failed.recoverable() ? "warning " : "failure ") + failed.code();
            case Event.SessionEnded ended -> "session.end " + ended.reason().wireName();
            default -> Json.write(json);
        };
    }

    /// What the agents were told, one line each, without conversation names.
    List<String> heard() {
        return lines("heard");
    }

    List<String> lines(String name) {
        try {
            var file = directory.resolve(name);
            return Files.exists(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    List<Long> pids() {
        return lines("pids").stream().map(Long::parseLong).toList();
    }

    @Override
    public void close() {
        sessions.close();
        supervisor.close();
        database.close();
    }
}
