package dev.parley.session;

import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.store.SessionRow;
import dev.parley.tool.ToolCatalog;
import dev.parley.tool.Toolbox;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The tools that live sessions are offered: those of everybody that were asked for or configured,
/// and those that one session alone has. Thread-safe.
public final class ToolSource {
    private final ToolCatalog catalog;
    private final Optional<ToolDelivery> delivery;
    private final Map<SessionId, Lent> own = new ConcurrentHashMap<>();
    private volatile SessionPasses passes = (_, _) -> Map.of();

    /// For agents whose wire carries calls.
    public ToolSource(ToolCatalog catalog) {
        this(catalog, Optional.empty());
    }

    /// @param delivery for agents that take tools from an MCP server only
    public ToolSource(ToolCatalog catalog, Optional<ToolDelivery> delivery) {
        this.catalog = catalog;
        this.delivery = delivery;
    }

    /// From now on processes are started with what their agents are known by.
    public void knowing(SessionPasses passes) {
        this.passes = passes;
    }

    /// Whether a session has variables that no other one has.
    boolean hasOwnEnvironment(SessionRow session) {
        return !lentTo(session.id()).environment().isEmpty() || passes.isOwn(session);
    }

    /// The variables of a session's process beside the usual ones.
    Map<String, String> environment(SessionRow session, boolean isShared)
            throws InterruptedException {
        var lent = lentTo(session.id()).environment();
        return lent.isEmpty() ? passes.environment(session, isShared) : lent;
    }

    /// Gives a session what no other one has, before its process starts.
    void lend(SessionId session, Lent what) {
        own.put(session, what);
    }

    Lent lentTo(SessionId session) {
        return own.getOrDefault(session, Lent.NOTHING);
    }

    void takeBack(SessionId session) {
        own.remove(session);
    }

    /// The names of the tools that a new session gets and keeps.
    ///
    /// @param words tools and groups of them; absent: as configured
    /// @throws Problem for a word that is neither
    List<String> chosen(Path directory, @Nullable List<String> words) {
        return words == null ? catalog.usual(directory) : catalog.chosen(directory, words);
    }

    /// What a session may see and call. One of an older Parley has no list of its own.
    Toolbox of(SessionRow session) {
        var directory = session.asked().cwd();
        var asked = session.asked().tools();
        var names = Set.copyOf(asked == null ? catalog.usual(directory) : asked);
        return new Toolbox(catalog.in(directory), names, lentTo(session.id()).tools());
    }

    Optional<ToolDelivery> delivery() {
        return delivery;
    }
}
