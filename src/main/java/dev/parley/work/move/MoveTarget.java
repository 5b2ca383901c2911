package dev.parley.work.move;

import dev.parley.api.Move;
import dev.parley.base.disk.DiskProblem;
import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;
import dev.parley.event.SessionKey;
import dev.parley.portable.NativeFormat;
import dev.parley.portable.Piece;
import dev.parley.portable.ToolNames;
import dev.parley.portable.ToolTable;
import dev.parley.process.Capture;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;
import dev.parley.provider.Installations;
import dev.parley.provider.LiveInvocation;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;
import dev.parley.provider.StoredPlace;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/// The CLIs as places where sessions can be brought: where their files lie, who writes them, and
/// the CLI itself where it has to do that.
public final class MoveTarget {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /// For a CLI whose tools nobody knows.
    private static final ToolNames NO_TOOLS = new ToolTable();

    private final Providers providers;
    private final Installations installations;
    private final ProviderEnvironment environments;
    private final Supervisor supervisor;
    private final Map<String, String> environment;
    private final Optional<Path> home;

    /// @param environment the variables Parley was started with
    public MoveTarget(
            Providers providers,
            Installations installations,
            ProviderEnvironment environments,
            Supervisor supervisor,
            Map<String, String> environment) {
        this(providers, installations, environments, supervisor, environment, Optional.empty());
    }

    private MoveTarget(
            Providers providers,
            Installations installations,
            ProviderEnvironment environments,
            Supervisor supervisor,
            Map<String, String> environment,
            Optional<Path> home) {
        this.home = home;
        this.providers = providers;
        this.installations = installations;
        this.environments = environments;
        this.supervisor = supervisor;
        this.environment = Map.copyOf(environment);
    }

    /// A provider in a home of its own instead of the user's.
    MoveTarget in(Path isolated, String provider) {
        return new MoveTarget(
                providers,
                installations,
                environments,
                supervisor,
                environments.of(profile(provider), Optional.of(isolated)),
                Optional.of(isolated));
    }

    /// All places where the provider has sessions.
    List<StoredPlace> places(String provider) {
        return StoredPlace.of(profile(provider), environment);
    }

    ProviderProfile profile(String provider) {
        return providers.named(provider);
    }

    Optional<NativeFormat> find(String provider) {
        return providers
                .find(provider)
                .map(ProviderProfile::history)
                .flatMap(history -> Optional.ofNullable(history.format().writer()))
                .map(writer -> writer.get());
    }

    NativeFormat format(String provider) {
        var profile = profile(provider);
        return find(provider)
                .orElseThrow(() ->
                        Problem.invalid(
                                "Parley cannot write sessions of " + profile.name() + ".",
                                "It can for: "
                                        + String.join(
                                                ", ",
                                                providers.ids().stream()
                                                        .filter(id -> find(id).isPresent())
                                                        .toList())
                                        + "."));
    }

    /// What the provider calls its tools.
    ToolNames tools(String provider) {
        return find(provider).map(NativeFormat::tools).orElse(NO_TOOLS);
    }

    /// The provider as a place where a live session goes on; says what is wrong with it.
    ProviderProfile live(String provider, Permission permission) throws InterruptedException {
        var profile = installations.locate(profile(provider)).orMissing().profile();
        var _ = LiveInvocation.mode(profile, permission);
        return profile;
    }

    /// Where the CLI would look: what a variable moved is where the variable says.
    StoredPlace place(String provider) {
        var main = profile(provider).history();
        return StoredPlace.of(profile(provider), environment).stream()
                .filter(place -> main != null && place.files().equals(main.files()))
                .reduce((_, moved) -> moved)
                .orElseGet(() -> StoredPlace.of(profile(provider), environment).getFirst());
    }

    /// The conversation of a session that the CLI keeps in a database.
    void stored(SessionKey session, Consumer<Piece> each) {
        for (var place : StoredPlace.of(profile(session.provider()), environment)) {
            if (place.piecesInDatabase(session.nativeId(), each)) {
                return;
            }
        }
    }

    /// Whether a CLI has a session in its database.
    public boolean has(Move move) {
        var pieces = new AtomicInteger();
        stored(move.to(), _ -> pieces.incrementAndGet());
        return pieces.get() > 0;
    }

    Optional<String> usualModel(NativeFormat format) {
        return format.usualModel(environment);
    }

    /// Lets the CLI itself do something in a directory.
    void run(String provider, Path directory, List<String> arguments) throws InterruptedException {
        var installation = installations.locate(profile(provider)).orMissing();
        var command = new ArrayList<>(installation.command());
        command.addAll(arguments);
        var variables = environments.of(installation.profile(), home);
        // OpenCode believes it more than where it is.
        variables.put("PWD", directory.toString());
        var launch = new Launch(command, directory, variables, Launch.DEFAULT_OUTPUT_LIMIT);
        var answer = Capture.of(supervisor, launch, PATIENCE);
        if (!answer.isOk()) {
            var said =
                    answer.timedOut()
                            ? "it took too long."
                            : (answer.errors() + answer.output()).strip();
            throw DiskProblem.findFull(directory, new IOException(said))
                    .orElseGet(() ->
                            new Problem(
                                    Problem.Kind.AGENT_FAILED,
                                    "%s %s failed: %s"
                                            .formatted(
                                                    profile(provider).name(),
                                                    arguments.getFirst(),
                                                    said),
                                    "Nothing was changed. parley doctor "
                                            + provider
                                            + " checks the CLI."));
        }
    }
}
