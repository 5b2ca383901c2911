package dev.parley.session;

import dev.parley.process.Launch;
import dev.parley.provider.Installations;
import dev.parley.provider.LiveInvocation;
import dev.parley.provider.LiveRequest;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.ProviderProfile;
import dev.parley.session.pool.ProcessPool;
import dev.parley.store.SessionRow;
import dev.parley.wire.LiveDialect;
import dev.parley.wire.Opening;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Knows how a session's process is started: finds the CLI, builds its command and environment, and
/// says with whom it may be shared.
final class Launcher {
    private final Installations installations;
    private final ProviderEnvironment environments;
    private final Function<ProviderProfile.Live, LiveDialect> dialects;
    private final ToolSource tools;

    Launcher(
            Installations installations,
            ProviderEnvironment environments,
            Function<ProviderProfile.Live, LiveDialect> dialects,
            ToolSource tools) {
        this.installations = installations;
        this.environments = environments;
        this.dialects = dialects;
        this.tools = tools;
    }

    /// A start of a process, and how the conversation on it begins.
    ///
    /// @param isShared other conversations may be on the same process
    /// @param home where the CLI keeps its state
    record Ready(ProcessPool.Start start, Opening opening, boolean isShared, Path home) {}

    Ready prepare(ProviderProfile provider, SessionRow session) throws InterruptedException {
        var installed = installations.locate(provider).orMissing();
        var profile = installed.profile();
        var live = LiveInvocation.live(profile);
        var request = request(session);
        var invocation = LiveInvocation.of(profile, request);
        var environment = new HashMap<>(environments.of(profile, request.home()));
        environment.putAll(invocation.environment());
        var command = new ArrayList<>(installed.command());
        command.addAll(invocation.arguments());
        var sharer =
                switch (live.sharing()) {
                    case NOTHING -> session.id().value();
                    case DIRECTORY -> session.asked().cwd().toString();
                    case EVERYTHING -> "";
                };
        var isShared = live.sharing() != ProviderProfile.Sharing.NOTHING;
        // A process that is one conversation is this session's, whatever it was started with; what
        // is switched later, it is told.
        var key =
                new ProcessPool.Key(
                        profile.id(),
                        isShared ? command : installed.command(),
                        isShared ? invocation.environment() : Map.of(),
                        request.home(),
                        sharer);
        var home = profile.home().in(environment);
        var launch = new Launch(command, session.asked().cwd(), environment, Long.MAX_VALUE);
        return new Ready(
                new ProcessPool.Start(key, launch, () -> dialects.apply(live), request.resume()),
                invocation.opening().offering(tools.offeredTo(session)),
                isShared,
                home);
    }

    static LiveRequest request(SessionRow session) {
        var asked = session.asked();
        var now = session.standing();
        return new LiveRequest(
                asked.cwd(),
                now.permission(),
                Optional.ofNullable(now.nativeId()),
                Optional.ofNullable(now.model()),
                Optional.ofNullable(asked.system()),
                asked.directories(),
                Optional.ofNullable(asked.home()));
    }

    /// Some CLIs must be kept from damaging a session that is resumed: called before its process
    /// starts and when it is over.
    static void protect(ProviderProfile profile, Path home, Optional<String> nativeId) {
        try {
            if (nativeId.isPresent()) {
                profile.protect(home, nativeId.get());
            }
        } catch (IOException | UncheckedIOException e) {
            LoggerFactory.getLogger(Launcher.class)
                    .warn("The files of session {} could not be looked after", nativeId, e);
        }
    }
}
