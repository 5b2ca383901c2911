package dev.parley.testing.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.process.Launch;
import dev.parley.process.Supervisor;
import dev.parley.provider.LiveCapability;
import dev.parley.provider.Permission;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.wire.Opening;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A real CLI for live conversations, in a home and a project of its own: its process and its
/// dialect, and nothing of Parley between them.
public final class LiveAgent implements AutoCloseable {
    private final RealCli cli;
    private final RealHome home;
    private final ProviderProfile profile;
    private final Path work;
    private final Supervisor supervisor;

    private LiveAgent(RealCli cli, Path directory, ScriptedModel model) {
        this.cli = cli;
        home = cli.home(directory.resolve("home"), model);
        profile = new Providers(directory.resolve("no-profiles")).named(cli.id());
        work = made(directory.resolve("work"));
        supervisor = new Supervisor(directory.resolve("ledgers"));
    }

    /// With its home beside its project, and no model but the scripted one.
    public static LiveAgent in(Path directory, RealCli cli, ScriptedModel model) {
        return new LiveAgent(cli, directory, model);
    }

    /// The same, for a test of something that not all can: the others leave it out.
    public static LiveAgent thatCan(
            Path directory, RealCli cli, ScriptedModel model, LiveCapability capability) {
        var agent = in(directory, cli, model);
        assumeTrue(agent.profile().can(capability), cli + " does not claim " + capability);
        return agent;
    }

    /// No more and no less than the profile says.
    public void shows(LiveCapability capability, boolean seen, LiveConnection live) {
        assertThat(seen).as("%s: %s", capability, live).isEqualTo(profile().can(capability));
        if (seen) {
            Proofs.show(cli, capability);
        }
    }

    public ProviderProfile.Live profile() {
        return profile.findLive().orElseThrow();
    }

    public Path home() {
        return home.home();
    }

    /// The project it works in.
    public Path work() {
        return work;
    }

    public Wish wish() {
        return new Wish(
                Permission.ASK,
                work,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    /// A process for one conversation, or the first of several.
    public LiveConnection connect(Wish wish) {
        var environment =
                new HashMap<>(
                        new ProviderEnvironment(home.environment(), RealAgent.ALSO_PASS)
                                .of(profile, Optional.empty()));
        environment.putAll(mode(wish).environment());
        environment.put("PWD", wish.cwd.toString());
        var command = new ArrayList<String>();
        command.add(cli.executable().toString());
        command.addAll(arguments(wish));
        return new LiveConnection(
                supervisor,
                new Launch(command, wish.cwd, environment, Long.MAX_VALUE),
                profile().wire().newDialect(profile()));
    }

    /// The same with the conversation `c1` in it.
    public LiveConnection converse(Wish wish) {
        var connection = connect(wish);
        connection.join("c1", opening(wish));
        return connection;
    }

    public Opening opening(Wish wish) {
        return new Opening(
                wish.cwd,
                wish.resume,
                wish.model,
                wish.system,
                wish.directories,
                mode(wish).settings());
    }

    public Map<String, String> settings(Permission permission) {
        return mode(wish().permission(permission)).settings();
    }

    private ProviderProfile.LiveMode mode(Wish wish) {
        return Optional.ofNullable(profile().permissions().get(wish.permission)).orElseThrow();
    }

    private List<String> arguments(Wish wish) {
        var templates = profile().options();
        var options = new ArrayList<>(mode(wish).arguments());
        wish.resume.ifPresent(id -> fill(options, templates.resume(), "{session}", id));
        wish.model.ifPresent(name -> fill(options, templates.model(), "{model}", name));
        wish.directories.forEach(
                each -> fill(options, templates.directory(), "{directory}", each.toString()));
        wish.system.ifPresent(text -> fill(options, templates.system(), "{system}", text));
        var arguments = new ArrayList<String>();
        for (var part : profile().arguments()) {
            if (part.equals("{options}")) {
                arguments.addAll(options);
            } else {
                arguments.add(part);
            }
        }
        return arguments;
    }

    private static void fill(
            List<String> options, List<String> template, String place, String value) {
        template.forEach(part -> options.add(part.replace(place, value)));
    }

    @Override
    public void close() {
        supervisor.close();
    }

    private static Path made(Path directory) {
        try {
            return Files.createDirectories(directory).toRealPath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// What a conversation is to be like.
    public record Wish(
            Permission permission,
            Path cwd,
            Optional<String> resume,
            Optional<String> model,
            Optional<String> system,
            List<Path> directories) {
        public Wish permission(Permission mode) {
            return new Wish(mode, cwd, resume, model, system, directories);
        }

        public Wish in(Path directory) {
            return new Wish(permission, directory, resume, model, system, directories);
        }

        public Wish resuming(String id) {
            return new Wish(permission, cwd, Optional.of(id), model, system, directories);
        }

        public Wish system(String text) {
            return new Wish(permission, cwd, resume, model, Optional.of(text), directories);
        }

        public Wish directory(Path extra) {
            return new Wish(permission, cwd, resume, model, system, List.of(extra));
        }
    }
}
