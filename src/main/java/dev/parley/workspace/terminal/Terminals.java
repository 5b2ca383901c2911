package dev.parley.workspace.terminal;

import dev.parley.api.TerminalInfo;
import dev.parley.api.TerminalRequest;
import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;
import dev.parley.process.ChildEnvironment;
import dev.parley.process.Launch;
import dev.parley.process.PtyProcess;
import dev.parley.process.Supervisor;
import dev.parley.provider.Installations;
import dev.parley.provider.Invocation;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;
import dev.parley.provider.SessionWriters;
import dev.parley.provider.Target;

import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BiPredicate;

/// All terminals: opens, finds, lists and closes them. One that has ended stays in the list with
/// its exit code until somebody closes it or many others have ended after it.
public final class Terminals {
    private static final int MOST_RUNNING = 64;
    private static final int MOST_ENDED = 16;
    private static final int MOST_CELLS = 1000;

    private final Supervisor supervisor;
    private final Providers providers;
    private final Installations installations;
    private final ProviderEnvironment environments;
    private final Map<String, String> environment;
    private final BiPredicate<String, String> isLive;
    private final SessionWriters writers;
    private final Clock clock;
    private final Map<String, Terminal> terminals = new LinkedHashMap<>(); // guarded by itself

    /// @param environment Parley's own
    /// @param isLive whether a native session of a provider is live here
    /// @param writers everybody who writes to a native session
    public Terminals(
            Supervisor supervisor,
            Providers providers,
            Installations installations,
            ProviderEnvironment environments,
            Map<String, String> environment,
            BiPredicate<String, String> isLive,
            SessionWriters writers,
            Clock clock) {
        this.supervisor = supervisor;
        this.providers = providers;
        this.installations = installations;
        this.environments = environments;
        this.environment = Map.copyOf(environment);
        this.isLive = isLive;
        this.writers = writers;
        this.clock = clock;
    }

    /// What is to run, and what is to be done before and after.
    public record Program(
            @Nullable String provider,
            @Nullable String session,
            List<String> command,
            Map<String, String> environment,
            Runnable care) {
        public Program {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
        }

        /// The right to write to the session it resumes, if it does.
        SessionWriters.Claim claim(SessionWriters writers) {
            return provider == null || session == null
                    ? () -> {}
                    : writers.claim(
                            new SessionKey(provider, session), SessionWriters.Kind.TERMINAL);
        }
    }

    /// Claims the session of a program that runs in a terminal that is somebody else's.
    public SessionWriters.Claim claim(Program program) {
        return program.claim(writers);
    }

    /// How to go on with a session in a terminal that is somebody else's: the CLI gets what is told
    /// about that one.
    public Program resuming(SessionKey session, Optional<String> model, Path cwd)
            throws InterruptedException {
        var face =
                face(
                        providers.named(session.provider()),
                        session.nativeId(),
                        model.orElse(null),
                        cwd);
        var variables = new HashMap<>(face.environment());
        for (var name : List.of("TERM", "COLORTERM")) {
            variables.remove(name);
            if (environment.containsKey(name)) {
                variables.put(name, environment.getOrDefault(name, ""));
            }
        }
        return new Program(face.provider(), face.session(), face.command(), variables, face.care());
    }

    /// Runs a program in the terminal that Parley itself has, until it ends.
    ///
    /// @return its exit code
    public int runHere(Launch launch) throws InterruptedException {
        return supervisor.runInForeground(launch);
    }

    public Terminal open(TerminalRequest request) throws InterruptedException {
        var size =
                checkedSize(
                        request.columns() == null ? 80 : request.columns(),
                        request.rows() == null ? 24 : request.rows());
        var cwd = Target.directory(request.cwd());
        var program = program(request, cwd);
        checkRoom();
        var terminal =
                new Terminal(
                        new TerminalInfo(
                                "t-" + UUID.randomUUID(),
                                program.provider(),
                                program.session(),
                                cwd.toString(),
                                size.columns(),
                                size.rows(),
                                Instant.now(clock),
                                null,
                                0));
        var claim = program.claim(writers);
        program.care().run();
        var launch = new Launch(program.command(), cwd, program.environment(), Long.MAX_VALUE);
        try {
            var child =
                    supervisor.startOnTerminal(
                            launch,
                            size,
                            terminal::printed,
                            code -> {
                                program.care().run();
                                claim.close();
                                terminal.exited(code);
                            });
            terminal.runs(child);
        } catch (RuntimeException e) {
            claim.close();
            throw e;
        }
        synchronized (terminals) {
            terminals.put(terminal.id(), terminal);
        }
        return terminal;
    }

    public List<TerminalInfo> list() {
        synchronized (terminals) {
            return terminals.values().stream().map(Terminal::info).toList();
        }
    }

    public Terminal named(String id) {
        synchronized (terminals) {
            var terminal = terminals.get(id);
            if (terminal == null) {
                throw Problem.notFound(
                        "There is no terminal \"" + id + "\".", "GET /api/terminals lists them.");
            }
            return terminal;
        }
    }

    /// The running terminal in which a native session was resumed.
    public Optional<String> findShowing(SessionKey session) {
        synchronized (terminals) {
            return terminals.values().stream()
                    .filter(terminal -> !terminal.hasEnded())
                    .map(Terminal::info)
                    .filter(info ->
                            session.provider().equals(info.provider())
                                    && session.nativeId().equals(info.sessionId()))
                    .map(TerminalInfo::terminalId)
                    .findFirst();
        }
    }

    /// Ends what runs in it, as closing a window does, and forgets it.
    public void close(String id) throws InterruptedException {
        var terminal = named(id);
        terminal.stop();
        synchronized (terminals) {
            terminals.remove(id);
        }
    }

    static PtyProcess.Size checkedSize(int columns, int rows) {
        if (columns < 1 || columns > MOST_CELLS || rows < 1 || rows > MOST_CELLS) {
            throw Problem.invalid(
                    "A terminal of " + columns + " columns and " + rows + " rows is not possible.",
                    "Give numbers between 1 and " + MOST_CELLS + ".");
        }
        return new PtyProcess.Size(columns, rows);
    }

    private void checkRoom() {
        synchronized (terminals) {
            var ended = terminals.values().stream().filter(Terminal::hasEnded).toList();
            ended.stream()
                    .limit(Math.max(0, ended.size() - MOST_ENDED))
                    .forEach(terminal -> terminals.remove(terminal.id()));
            if (terminals.size() - ended.size() >= MOST_RUNNING) {
                throw new Problem(
                        Problem.Kind.BUSY,
                        "There are " + MOST_RUNNING + " terminals open already.",
                        "Close one of them.");
            }
        }
    }

    private Program program(TerminalRequest request, Path cwd) throws InterruptedException {
        var key =
                Optional.ofNullable(request.resume())
                        .flatMap(SessionKey::parse)
                        .filter(found -> providers.find(found.provider()).isPresent());
        var provider =
                Optional.ofNullable(request.provider()).or(() -> key.map(SessionKey::provider));
        if (provider.isEmpty()) {
            if (request.resume() != null || request.model() != null) {
                throw Problem.invalid(
                        "A shell has no session and no model.", "Name the provider as well.");
            }
            return shell();
        }
        if (key.isPresent() && !key.get().provider().equals(provider.get())) {
            throw Problem.invalid(
                    "The session " + key.get() + " does not belong to " + provider.get() + ".",
                    "Leave the provider out, or name another session.");
        }
        var session = key.map(SessionKey::nativeId).orElse(request.resume());
        return face(providers.named(provider.get()), session, request.model(), cwd);
    }

    private Program shell() {
        var shell = environment.getOrDefault("SHELL", "");
        var command = Files.isExecutable(Path.of(shell)) && !shell.isEmpty() ? shell : "/bin/sh";
        var variables = ChildEnvironment.from(environment, List.of());
        return new Program(null, null, List.of(command), onTerminal(variables), () -> {});
    }

    /// A CLI's interactive face, with the arguments of its profile.
    private Program face(
            ProviderProfile provider, @Nullable String session, @Nullable String model, Path cwd)
            throws InterruptedException {
        var installed = installations.locate(provider).orMissing();
        var profile = installed.profile();
        var arguments =
                profile.findTerminal()
                        .orElseThrow(() ->
                                Problem.invalid(
                                        profile.name() + " has no interactive face of its own.",
                                        "Start a live session instead."));
        if (session != null && arguments.resume().isEmpty()) {
            throw Problem.invalid(
                    profile.name() + " cannot go on with a session in a terminal.",
                    "Start a new one.");
        }
        var values = new HashMap<String, String>(Map.of("cwd", cwd.toString()));
        var words = new ArrayList<>(session == null ? arguments.start() : arguments.resume());
        if (session != null) {
            values.put("session", Invocation.checked(session));
            checkOnlyWriter(profile, session);
        }
        if (model != null) {
            words.addAll(arguments.model());
            values.put("model", checkedModel(model));
        }
        var command = new ArrayList<>(installed.command());
        words.forEach(word -> command.add(Invocation.fill(word, values)));
        var variables = environments.of(profile, Optional.empty());
        return new Program(
                profile.id(),
                session,
                command,
                onTerminal(variables),
                () -> protect(profile, session, variables));
    }

    /// Two writers would spoil a session.
    private void checkOnlyWriter(ProviderProfile profile, String session) {
        var isInTerminal = findShowing(new SessionKey(profile.id(), session)).isPresent();
        if (isInTerminal || isLive.test(profile.id(), session)) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "The session "
                            + profile.id()
                            + ":"
                            + session
                            + (isInTerminal ? " is open in a terminal." : " is live."),
                    isInTerminal
                            ? "Go on with it there, or end it there first."
                            : "Go on with it there: `parley chat --resume` with its id in GET /api/live; or close it first.");
        }
    }

    private static String checkedModel(String model) {
        if (model.startsWith("-") || model.isBlank() || model.indexOf('\0') >= 0) {
            throw Problem.invalid(
                    "\"" + model + "\" is no name of a model.",
                    "`parley models` lists those that are known.");
        }
        return model;
    }

    /// Some CLIs harm a session by resuming it; the same is done about it as for a single turn.
    private static void protect(
            ProviderProfile profile, @Nullable String session, Map<String, String> variables) {
        if (session == null) {
            return;
        }
        try {
            profile.protect(profile.home().in(variables), session);
        } catch (IOException | UncheckedIOException e) {
            LoggerFactory.getLogger(Terminals.class)
                    .warn("The files of session {} could not be looked after", session, e);
        }
    }

    private static Map<String, String> onTerminal(Map<String, String> variables) {
        var all = new HashMap<>(variables);
        all.put("TERM", "xterm-256color");
        all.put("COLORTERM", "truecolor");
        return all;
    }
}
