package dev.parley.testing.real;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.parley.api.LiveCapability;
import dev.parley.event.Permission;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;
import dev.parley.provider.LiveInvocation;
import dev.parley.provider.LiveRequest;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.builtin.BuiltIn;
import dev.parley.testing.model.ScriptedModel;
import dev.parley.wire.OfferedTools;

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

    LiveAgent(RealCli cli, Path directory, RealHome home) {
        this.cli = cli;
        this.home = home;
        profile = BuiltIn.with(directory.resolve("no-profiles")).named(cli.id());
        work = made(directory.resolve("work"));
        supervisor = new Supervisor(directory.resolve("ledgers"));
    }

    /// With its home beside its project, and no model but the scripted one.
    public static LiveAgent in(Path directory, RealCli cli, ScriptedModel model) {
        return new LiveAgent(cli, directory, cli.home(directory.resolve("home"), model));
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

    /// As little as possible without a person's yes. Kimi edits without asking where git can undo
    /// it.
    public Wish wish() {
        return new Wish(
                profile().permissions().containsKey(Permission.ASK)
                        ? Permission.ASK
                        : Permission.EDIT,
                work,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                List.of(),
                OfferedTools.NONE);
    }

    /// A process with the conversation `c1` in it.
    public LiveConnection converse(Wish wish) {
        var invocation = invocation(wish);
        var environment = environment();
        environment.putAll(invocation.environment());
        environment.put("PWD", wish.cwd.toString());
        protect(wish);
        var command = new ArrayList<String>();
        command.add(cli.executable().toString());
        command.addAll(invocation.arguments());
        var live =
                new LiveConnection(
                        supervisor,
                        new Launch(command, wish.cwd, environment, Long.MAX_VALUE),
                        profile().newDialect());
        live.join("c1", invocation.opening().offering(wish.tools));
        return live;
    }

    /// One more conversation in a process that has one.
    public void join(LiveConnection live, String conversation, Wish wish) {
        protect(wish);
        live.join(conversation, invocation(wish).opening().offering(wish.tools));
    }

    /// What a switch to that permission mode is to the CLI.
    public Map<String, String> settings(Permission permission) {
        return LiveInvocation.mode(profile, permission).settings();
    }

    private LiveInvocation invocation(Wish wish) {
        return LiveInvocation.of(
                profile,
                new LiveRequest(
                        wish.cwd,
                        wish.permission,
                        wish.resume,
                        wish.model,
                        wish.system,
                        wish.directories,
                        Optional.empty()));
    }

    private Map<String, String> environment() {
        return new HashMap<>(
                new ProviderEnvironment(home.environment(), RealAgent.ALSO_PASS)
                        .of(profile, Optional.empty()));
    }

    /// As every session of Parley does it before it resumes.
    private void protect(Wish wish) {
        if (wish.resume.isEmpty()) {
            return;
        }
        try {
            profile.protect(profile.home().in(environment()), wish.resume.get());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
            List<Path> directories,
            OfferedTools tools) {
        public Wish permission(Permission mode) {
            return new Wish(mode, cwd, resume, model, system, directories, tools);
        }

        public Wish in(Path directory) {
            return new Wish(permission, directory, resume, model, system, directories, tools);
        }

        public Wish resuming(String id) {
            return new Wish(permission, cwd, Optional.of(id), model, system, directories, tools);
        }

        public Wish system(String text) {
            return new Wish(permission, cwd, resume, model, Optional.of(text), directories, tools);
        }

        public Wish offering(OfferedTools offered) {
            return new Wish(permission, cwd, resume, model, system, directories, offered);
        }

        public Wish directory(Path extra) {
            return new Wish(permission, cwd, resume, model, system, List.of(extra), tools);
        }
    }
}
