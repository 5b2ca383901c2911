package dev.parley.session;

import static dev.parley.api.LiveCapability.SHARED_PROCESS;

import dev.parley.process.Launch;
import dev.parley.provider.Installations;
import dev.parley.provider.LiveInvocation;
import dev.parley.provider.LiveRequest;
import dev.parley.provider.LiveTools;
import dev.parley.provider.ProviderEnvironment;
import dev.parley.provider.ProviderProfile;
import dev.parley.session.pool.ProcessPool;
import dev.parley.store.SessionRow;
import dev.parley.tool.McpServer;
import dev.parley.tool.ToolCaller;
import dev.parley.tool.ToolHost;
import dev.parley.tool.Toolbox;
import dev.parley.wire.LiveDialect;
import dev.parley.wire.OfferedTools;
import dev.parley.wire.Opening;

import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Knows how a session's process is started: finds the CLI, builds its command and environment, and
/// says with whom it may be shared.
final class Launcher {
    private static final Optional<LiveTools> NO_SERVER = Optional.empty();
    private static final Optional<String> NOBODY = Optional.empty();

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

    /// @param isLate the agent takes prompts before it knows its tools
    record ToolAccess(ToolHost.Access access, boolean isLate) {}

    /// A start of a process, and how the conversation on it begins.
    ///
    /// @param isShared other conversations may be on the same process
    /// @param home where the CLI keeps its state
    /// @param access to the tools of the session, where its agent calls them by a server; whoever
    ///   starts the process closes it
    record Ready(
            ProcessPool.Start start,
            Opening opening,
            boolean isShared,
            Path home,
            Optional<ToolAccess> access) {
        /// There will be no process.
        void closeTools() {
            access.ifPresent(given -> given.access().close());
        }
    }

    /// @param calls told of calls of tools that do not come over the wire
    Ready prepare(ProviderProfile provider, SessionRow session, McpServer.Beginning calls)
            throws InterruptedException {
        var installed = installations.locate(provider).orMissing();
        var profile = installed.profile();
        var live = LiveInvocation.live(profile);
        var request = request(session);
        var invocation = LiveInvocation.of(profile, request);
        var box = tools.of(session);
        var server = box.definitions().isEmpty() ? NO_SERVER : live.toolServer();
        var chosen = new HashMap<>(invocation.environment());
        var command = new ArrayList<>(installed.command());
        command.addAll(invocation.arguments());
        var lent = tools.lentTo(session.id());
        command.addAll(lent.arguments(live, request.home()));
        chosen.putAll(lent.settings(live, request.home()));
        // A process whose session has no tools is started as ever, and never shared with others.
        if (tools.delivery().isPresent() && server.isPresent()) {
            command.addAll(tools.delivery().get().arguments(server.get()));
            ToolDelivery.addTo(chosen, server.get());
        }
        var environment = new HashMap<>(environments.of(profile, request.home()));
        environment.putAll(chosen);
        // What has variables of its own ends when its session does, and nobody else would fit on
        // it.
        var isAlone =
                server.filter(LiveTools::alone).isPresent() || tools.hasOwnEnvironment(session);
        var sharing = isAlone ? ProviderProfile.Sharing.NOTHING : live.sharing();
        var mates = isAlone || !live.can(SHARED_PROCESS) ? NOBODY : lent.sharer();
        var sharer =
                switch (sharing) {
                    case NOTHING -> mates.orElse(session.id().value());
                    case DIRECTORY -> session.asked().cwd().toString();
                    case EVERYTHING -> "";
                };
        var isShared = sharing != ProviderProfile.Sharing.NOTHING || mates.isPresent();
        environment.putAll(tools.environment(session, isShared));
        // A process that is one conversation is this session's, whatever it was started with; what
        // is switched later, it is told.
        var key =
                new ProcessPool.Key(
                        profile.id(),
                        isShared ? command : installed.command(),
                        isShared ? chosen : Map.of(),
                        request.home(),
                        sharer);
        var home = profile.home().in(environment);
        if (live.locks() != null) {
            AbandonedLocks.clearWhileStarting(live.locks().in(environment), Clock.systemUTC());
        }
        var launch = new Launch(command, session.asked().cwd(), environment, Long.MAX_VALUE);
        var access = server.flatMap(how -> open(how, box, session, calls));
        return new Ready(
                new ProcessPool.Start(key, launch, () -> dialects.apply(live), request.resume()),
                invocation.opening().offering(offered(box, access)),
                isShared,
                home,
                access);
    }

    private Optional<ToolAccess> open(
            LiveTools how, Toolbox box, SessionRow session, McpServer.Beginning calls) {
        var asked = session.asked();
        var caller = new ToolCaller(asked.provider(), Optional.of(session.id()), asked.cwd());
        return tools.delivery()
                .map(delivery ->
                        new ToolAccess(
                                delivery.host()
                                        .open(
                                                new McpServer.Client(
                                                        box, caller, calls, how.patience())),
                                how.late()));
    }

    private static OfferedTools offered(Toolbox box, Optional<ToolAccess> access) {
        var definitions = box.definitions();
        return definitions.isEmpty()
                ? OfferedTools.NONE
                : new OfferedTools(
                        McpServer.NAME,
                        definitions,
                        access.map(ToolAccess::access).map(ToolHost.Access::server));
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
