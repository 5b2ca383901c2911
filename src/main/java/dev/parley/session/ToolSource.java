package dev.parley.session;

import dev.parley.api.SessionId;
import dev.parley.base.problem.Closest;
import dev.parley.base.problem.Problem;
import dev.parley.store.SessionRow;
import dev.parley.tool.ToolRegistry;
import dev.parley.tool.Toolbox;
import dev.parley.wire.ToolDefinition;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/// The tools that live sessions are offered: those of everybody that were asked for or configured,
/// and those that one session alone has. Thread-safe.
public final class ToolSource {
    private final ToolRegistry registry;
    private final Function<Path, Set<String>> configured;
    private final Optional<ToolDelivery> delivery;
    private final Map<SessionId, ToolRegistry> own = new ConcurrentHashMap<>();

    /// For agents whose wire carries calls.
    ///
    /// @param configured the names of the tools of a session that asks for none, by its directory
    public ToolSource(ToolRegistry registry, Function<Path, Set<String>> configured) {
        this(registry, configured, Optional.empty());
    }

    /// @param delivery for agents that take tools from an MCP server only
    public ToolSource(
            ToolRegistry registry,
            Function<Path, Set<String>> configured,
            Optional<ToolDelivery> delivery) {
        this.registry = registry;
        this.configured = configured;
        this.delivery = delivery;
    }

    public static ToolSource none() {
        return new ToolSource(new ToolRegistry(), _ -> Set.of());
    }

    /// Gives a session tools that no other one has, before its process starts. They are not stored:
    /// a session that is opened by another Parley is without them.
    void lend(SessionId session, ToolRegistry tools) {
        own.put(session, tools);
    }

    void takeBack(SessionId session) {
        own.remove(session);
    }

    /// @throws Problem for a name that no tool has
    @Nullable List<String> checked(@Nullable List<String> names) {
        var known = registry.definitions().stream().map(ToolDefinition::name).toList();
        for (var name : names == null ? List.<String>of() : names) {
            if (!known.contains(name)) {
                throw Problem.invalid(
                        "There is no tool \"" + name + "\".",
                        Closest.question(
                                name, known, "Known are " + String.join(", ", known) + "."));
            }
        }
        return names;
    }

    /// What a session may see and call.
    Toolbox of(SessionRow session) {
        var asked = session.asked().tools();
        var names = asked == null ? configured.apply(session.asked().cwd()) : Set.copyOf(asked);
        var its = own.get(session.id());
        return its == null ? new Toolbox(registry, names) : new Toolbox(registry, names, its);
    }

    Optional<ToolDelivery> delivery() {
        return delivery;
    }
}
