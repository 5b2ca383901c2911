package dev.parley.testing.real;

import dev.parley.event.Envelope;
import dev.parley.event.Permission;
import dev.parley.process.Supervisor;
import dev.parley.provider.Installation;
import dev.parley.provider.Installations;
import dev.parley.provider.ModelCatalog;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.SessionWriters;
import dev.parley.provider.builtin.BuiltIn;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.work.run.Limits;
import dev.parley.work.run.OneShot;
import dev.parley.work.run.RunRequest;
import dev.parley.work.run.Runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/// A real CLI, run through all of Parley's own stack in a home and a project of its own.
public final class RealAgent {
    private static final Limits LIMITS = new Limits(Duration.ofMinutes(2), 10L * 1024 * 1024);

    /// What the settings of the test need beside what a profile lets through.
    static final Map<String, List<String>> ALSO_PASS = Map.of("codex", List.of("SCRIPTED_KEY"));

    /// One for all, as in Parley: it tells its children apart by tags that are unique per
    /// supervisor.
    private static final Path SHARED = shared();

    private static final Supervisor SUPERVISOR = new Supervisor(SHARED.resolve("ledgers"));

    private final ProviderProfile profile;
    private final Path work;
    private final Installations installations;
    private final Runs runs;

    /// @param directory the project `work` is made in it, and Parley's own files
    /// @param home what the user's environment is like
    public RealAgent(RealCli cli, Path directory, RealHome home) {
        var providers = BuiltIn.with(directory.resolve("no-profiles"));
        profile = providers.named(cli.id());
        work = made(directory.resolve("work"));
        var environment = new HashMap<>(home.environment());
        environment.put("PWD", "/");
        environment.put(profile.command().env(), cli.executable().toString());
        installations =
                new Installations(
                        SUPERVISOR, environment, SHARED.resolve("versions"), Clock.systemUTC());
        var environments = new ProviderEnvironment(environment, ALSO_PASS);
        var oneShot =
                new OneShot(
                        SUPERVISOR,
                        installations,
                        environments,
                        new SessionWriters(SHARED.resolve("writers")),
                        Clock.systemUTC());
        runs = new Runs(providers, new ModelCatalog(List.of()), oneShot, LIMITS);
    }

    /// With its home beside its project, and no model but the scripted one.
    public static RealAgent in(Path directory, RealCli cli, ScriptedModel model) {
        return new RealAgent(cli, directory, cli.home(directory.resolve("home"), model));
    }

    public ProviderProfile profile() {
        return profile;
    }

    /// The project it works in.
    public Path work() {
        return work;
    }

    public Installation installation() throws InterruptedException {
        return installations.check(profile);
    }

    public Ask ask(String prompt) {
        return new Ask(prompt);
    }

    /// A question to put together.
    public final class Ask {
        private final String prompt;
        private Permission permission = Permission.BYPASS;
        private String model;
        private String resume;
        private String system;
        private List<Path> directories = List.of();
        private Path home;

        private Ask(String prompt) {
            this.prompt = prompt;
        }

        public Ask permission(Permission mode) {
            permission = mode;
            return this;
        }

        public Ask model(String name) {
            model = name;
            return this;
        }

        public Ask resuming(String session) {
            resume = session;
            return this;
        }

        public Ask system(String text) {
            system = text;
            return this;
        }

        public Ask directory(Path extra) {
            directories = List.of(extra);
            return this;
        }

        public Ask home(Path directory) {
            home = directory;
            return this;
        }

        public Told run() throws InterruptedException {
            var request =
                    new RunRequest(
                            prompt,
                            profile.id(),
                            model,
                            resume,
                            work,
                            directories,
                            permission,
                            Optional.ofNullable(system),
                            Optional.empty(),
                            Optional.ofNullable(home));
            var envelopes = new CopyOnWriteArrayList<Envelope>();
            return new Told(runs.prepare(request).play(envelopes::add), envelopes);
        }

        /// Runs on a thread of its own, which may be interrupted.
        public Running start() {
            var told = new CompletableFuture<Told>();
            var thread =
                    Thread.ofPlatform()
                            .name("run-" + profile.id())
                            .start(() -> {
                                try {
                                    told.complete(run());
                                } catch (InterruptedException | RuntimeException e) {
                                    told.completeExceptionally(e);
                                }
                            });
            return new Running(thread, told);
        }
    }

    public record Running(Thread thread, CompletableFuture<Told> told) {}

    private static Path shared() {
        try {
            var directory = Files.createTempDirectory("parley-real");
            Runtime.getRuntime().addShutdownHook(new Thread(RealAgent::clear));
            return directory;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void clear() {
        SUPERVISOR.close();
        FileTree.delete(SHARED);
    }

    private static Path made(Path directory) {
        try {
            return Files.createDirectories(directory).toRealPath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
