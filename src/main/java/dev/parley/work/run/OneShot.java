package dev.parley.work.run;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.json.Json;
import dev.parley.base.json.JsonPath;
import dev.parley.base.problem.Problem;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.SessionKey;
import dev.parley.process.Capture;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;
import dev.parley.provider.Installation;
import dev.parley.provider.Installations;
import dev.parley.provider.Invocation;
import dev.parley.provider.OneShotFormat;
import dev.parley.provider.OneShotTools;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.SessionWriters;
import dev.parley.provider.TurnRequest;
import dev.parley.wire.OneShotDialect;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Runs one turn of a CLI from its start to its end: finds it, builds the command, and hands it to
/// a [OneShotRun].
public final class OneShot {
    private static final int SPACE_IN_A_LINE = 256 * 1024;
    private static final Duration LOOKUP_LIMIT = Duration.ofSeconds(20);

    private final Supervisor supervisor;
    private final Installations installations;
    private final ProviderEnvironment environments;
    private final SessionWriters writers;
    private final Clock clock;
    private final Optional<RunTools> tools;

    /// Without tools of Parley's.
    public OneShot(
            Supervisor supervisor,
            Installations installations,
            ProviderEnvironment environments,
            SessionWriters writers,
            Clock clock) {
        this(supervisor, installations, environments, writers, clock, Optional.empty());
    }

    public OneShot(
            Supervisor supervisor,
            Installations installations,
            ProviderEnvironment environments,
            SessionWriters writers,
            Clock clock,
            Optional<RunTools> tools) {
        this.supervisor = supervisor;
        this.installations = installations;
        this.environments = environments;
        this.writers = writers;
        this.clock = clock;
        this.tools = tools;
    }

    /// Finds the CLI and builds its command; nothing runs yet, but for a question some CLIs must be
    /// asked first.
    ///
    /// @param request its tools may be words that stand for several
    public Prepared prepare(ProviderProfile provider, TurnRequest request, Limits limits)
            throws InterruptedException {
        return prepare(provider, request, limits, Map.of());
    }

    /// @param more variables of its process beside the usual ones
    public Prepared prepare(
            ProviderProfile provider, TurnRequest request, Limits limits, Map<String, String> more)
            throws InterruptedException {
        var installed = installations.locate(provider).orMissing();
        var profile = installed.profile();
        request.session().ifPresent(id -> writers.check(new SessionKey(profile.id(), id)));
        var environment = new HashMap<>(environments.of(profile, request.home()));
        environment.putAll(more);
        var placed = equipped(profile, placed(installed, environment, request));
        // Says what the provider cannot do.
        var _ = Invocation.of(profile, placed);
        return new Prepared(installed, placed, limits, environment);
    }

    private TurnRequest equipped(ProviderProfile profile, TurnRequest request) {
        return request.tools().isEmpty()
                ? request
                : request.withTools(
                        tools.orElseThrow().chosen(profile, request.cwd(), request.tools()));
    }

    /// A turn that only needs to be played.
    public final class Prepared {
        private final Installation installed;
        private final ProviderProfile profile;
        private final TurnRequest request;
        private final Limits limits;
        private final Map<String, String> environment;

        private Prepared(
                Installation installed,
                TurnRequest request,
                Limits limits,
                Map<String, String> environment) {
            this.installed = installed;
            this.profile = installed.profile();
            this.request = request;
            this.limits = limits;
            this.environment = environment;
        }

        /// Runs on the calling thread; every event goes to `sink` as it happens. Interrupting the
        /// thread, or a sink that throws, ends the agent and all its children.
        public Outcome play(Consumer<Envelope> sink) throws InterruptedException {
            var format = Invocation.oneShot(profile).format();
            try (var claims = new RunClaims(writers, profile.id())) {
                request.session().ifPresent(claims::add);
                protect(format);
                attach();
                try {
                    return play(format.newDialect(request.session()), claims.before(sink));
                } finally {
                    protect(format);
                    detach();
                }
            }
        }

        private Outcome play(OneShotDialect dialect, Consumer<Envelope> sink)
                throws InterruptedException {
            if (request.tools().isEmpty()) {
                return play(dialect, Optional.empty(), UnaryOperator.identity(), sink);
            }
            try (var lent = tools.orElseThrow().open(profile, request)) {
                return play(dialect, Optional.of(lent.filled()), lent::named, sink);
            }
        }

        private Outcome play(
                OneShotDialect dialect,
                Optional<OneShotTools.Filled> told,
                UnaryOperator<Event> named,
                Consumer<Envelope> sink)
                throws InterruptedException {
            var invocation = Invocation.of(profile, request, told);
            var variables = new HashMap<>(environment);
            variables.putAll(invocation.environment());
            told.ifPresent(it -> it.addTo(variables));
            var launch = launch(installed, variables, invocation, request.cwd(), limits);
            return new OneShotRun(profile, request, dialect, limits, clock, named, sink)
                    .play(supervisor, launch, invocation.input());
        }

        private void attach() {
            try {
                request.attachments().write();
            } catch (IOException e) {
                detach();
                throw DiskProblem.of(
                        request.attachments().directory(),
                        e,
                        Problem.brokenConfiguration(
                                "Files for the agent cannot be written: " + e.getMessage(),
                                "Make Parley's data directory writable, with room in it."));
            }
        }

        private void detach() {
            try {
                request.attachments().delete();
            } catch (IOException e) {
                LoggerFactory.getLogger(OneShot.class)
                        .warn("Files of a turn are deleted by the next start", e);
            }
        }

        private void protect(OneShotFormat format) {
            try {
                if (request.session().isPresent()) {
                    format.protect(profile.home().in(environment), request.session().get());
                }
            } catch (IOException | UncheckedIOException e) {
                LoggerFactory.getLogger(OneShot.class)
                        .warn(
                                "The files of session {} could not be looked after",
                                request.session().get(),
                                e);
            }
        }
    }

    private static Launch launch(
            Installation installed,
            Map<String, String> environment,
            Invocation invocation,
            Path cwd,
            Limits limits) {
        var command = new ArrayList<>(installed.command());
        command.addAll(invocation.arguments());
        // What counts is what it says, and that is counted where it is understood. A line may have
        // all of it once more, with signs before its quotes and line ends.
        return Launch.countedByLines(
                command, cwd, environment, 2 * limits.output() + SPACE_IN_A_LINE);
    }

    /// A CLI that finds a session only from the directory it belongs to is asked for that directory
    /// first.
    private TurnRequest placed(
            Installation installed, Map<String, String> environment, TurnRequest request)
            throws InterruptedException {
        var lookup = Invocation.oneShot(installed.profile()).sessionDirectory();
        if (lookup == null || request.session().isEmpty()) {
            return request;
        }
        var session = Invocation.checked(request.session().get());
        var command = new ArrayList<>(installed.command());
        lookup.arguments()
                .forEach(part -> command.add(Invocation.fill(part, Map.of("session", session))));
        var launch = new Launch(command, request.cwd(), environment, Launch.DEFAULT_OUTPUT_LIMIT);
        var answer = Capture.of(supervisor, launch, LOOKUP_LIMIT);
        return Json.parse(answer.output())
                .flatMap(json -> JsonPath.text(json, lookup.path()))
                .map(directory -> request.in(Path.of(directory)))
                .orElseThrow(() ->
                        Problem.notFound(
                                installed.profile().name() + " has no session " + session + ".",
                                "Look for the right id with the CLI itself, or start a new session."));
    }
}
