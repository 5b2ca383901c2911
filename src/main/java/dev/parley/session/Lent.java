package dev.parley.session;

import dev.parley.provider.ProviderProfile;
import dev.parley.tool.ToolRegistry;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
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
/// @param room whose agent has it
/// @param sharer sessions that name the same one may share a process, where their CLI can
public record Lent(
        ToolRegistry tools,
        boolean ownTools,
        boolean isAlone,
        Optional<String> effort,
        Map<String, String> environment,
        Optional<String> room,
        Optional<String> sharer) {
    private static final String HOME = "{home}";

    public static final Lent NOTHING = new Lent(new ToolRegistry(), true, Optional.empty());

    public Lent {
        environment = Map.copyOf(environment);
    }

    public Lent(ToolRegistry tools, boolean ownTools, Optional<String> effort) {
        this(tools, ownTools, false, effort, Map.of(), Optional.empty(), Optional.empty());
    }

    public Lent(
            ToolRegistry tools,
            boolean ownTools,
            Optional<String> effort,
            Map<String, String> environment) {
        this(tools, ownTools, false, effort, environment, Optional.empty(), Optional.empty());
    }

    /// What its process is told. What names a file in its home is for homes of its own.
    List<String> arguments(ProviderProfile.Live live, Optional<Path> home) {
        var arguments = new ArrayList<String>();
        effort.map(level -> live.options().effort().getOrDefault(level, List.of()))
                .ifPresent(arguments::addAll);
        if (!ownTools) {
            arguments.addAll(live.options().withoutTools());
        }
        if (isAlone) {
            live.options().alone().stream()
                    .filter(part -> fits(part, home))
                    .map(part -> filled(part, home))
                    .forEach(arguments::add);
        }
        return arguments;
    }

    /// Variables of its process that switch off what it would use and pick up by itself.
    Map<String, String> settings(ProviderProfile.Live live, Optional<Path> home) {
        var settings = new HashMap<String, String>();
        if (isAlone) {
            live.options()
                    .aloneEnvironment()
                    .forEach((name, value) -> {
                        if (fits(value, home)) {
                            settings.put(name, filled(value, home));
                        }
                    });
        }
        return settings;
    }

    private static boolean fits(String text, Optional<Path> home) {
        return home.isPresent() || !text.contains(HOME);
    }

    private static String filled(String text, Optional<Path> home) {
        return text.replace(HOME, home.map(Path::toString).orElse(""));
    }
}
