package dev.parley.session;

import dev.parley.provider.ProviderProfile;
import dev.parley.tool.ToolRegistry;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What one session has for as long as it is open here, and no other one. It is not stored: a
/// session that is opened by another Parley is without it.
///
/// @param tools that only its agent can call
/// @param ownTools whether the agent keeps those of its CLI beside them
/// @param isAlone whether its CLI is kept from what it would pick up by itself
/// @param effort how much its model is to think: a level that its profile has
/// @param environment variables of its process
public record Lent(
        ToolRegistry tools,
        boolean ownTools,
        boolean isAlone,
        Optional<String> effort,
        Map<String, String> environment) {
    public static final Lent NOTHING = new Lent(new ToolRegistry(), true, Optional.empty());

    public Lent {
        environment = Map.copyOf(environment);
    }

    public Lent(ToolRegistry tools, boolean ownTools, Optional<String> effort) {
        this(tools, ownTools, false, effort, Map.of());
    }

    /// What its process is told.
    List<String> arguments(ProviderProfile.Live live) {
        var arguments = new ArrayList<String>();
        effort.map(level -> live.options().effort().getOrDefault(level, List.of()))
                .ifPresent(arguments::addAll);
        if (!ownTools) {
            arguments.addAll(live.options().withoutTools());
        }
        if (isAlone) {
            arguments.addAll(live.options().alone());
        }
        return arguments;
    }
}
