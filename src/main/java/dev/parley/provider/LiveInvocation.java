package dev.parley.provider;

import dev.parley.api.LiveCapability;
import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;
import dev.parley.wire.Opening;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How a CLI is called for a live conversation: the arguments behind its executable, the variables
/// it gets beside the usual ones, and what the dialect has to say when the conversation begins.
/// Built from the profile's templates; knows no provider by name.
public record LiveInvocation(
        List<String> arguments, Map<String, String> environment, Opening opening) {
    public LiveInvocation {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    public static LiveInvocation of(ProviderProfile profile, LiveRequest request) {
        var live = live(profile);
        var mode = mode(profile, request.permission());
        var taken = new Taken(profile, live);
        taken.arguments.addAll(mode.arguments());
        // The dialect is told as well: it must know whether a session is new.
        request.resume().ifPresent(session -> taken.resume(Invocation.checked(session)));
        var model = taken.inProtocol("model", live.options().model(), request.model(), true);
        var system =
                taken.inProtocol(
                        "system prompt",
                        live.options().system(),
                        request.system(),
                        live.can(LiveCapability.SYSTEM_PROMPT));
        var directories =
                request.directories().stream()
                        .filter(directory ->
                                taken.inProtocol(
                                                "further directory",
                                                live.options().directory(),
                                                Optional.of(directory.toString()),
                                                live.can(LiveCapability.EXTRA_DIRECTORIES))
                                        .isPresent())
                        .toList();
        var arguments = new ArrayList<String>();
        for (var part : live.arguments()) {
            if (part.equals("{options}")) {
                arguments.addAll(taken.arguments);
            } else {
                arguments.add(Invocation.fill(part, Map.of("cwd", request.cwd().toString())));
            }
        }
        arguments.forEach(argument -> Invocation.checkArgument(profile, argument));
        return new LiveInvocation(
                arguments,
                mode.environment(),
                new Opening(
                        request.cwd(),
                        request.resume(),
                        model,
                        system,
                        directories,
                        mode.settings()));
    }

    /// The profile's live part, or the sentence that says that there is none.
    public static ProviderProfile.Live live(ProviderProfile profile) {
        return profile.findLive()
                .orElseThrow(() ->
                        Problem.invalid(
                                profile.name() + " cannot hold a live session.",
                                "Choose another provider, or run single turns with `parley run`."));
    }

    /// What a permission mode is in a live conversation with this provider.
    public static ProviderProfile.LiveMode mode(ProviderProfile profile, Permission permission) {
        return Invocation.mode(
                profile, live(profile).permissions(), permission, "in a live session");
    }

    /// What is said by arguments of the process, and what is left to the protocol.
    private record Taken(
            ProviderProfile profile, ProviderProfile.Live live, List<String> arguments) {
        Taken(ProviderProfile profile, ProviderProfile.Live live) {
            this(profile, live, new ArrayList<>());
        }

        void resume(String session) {
            if (!live.can(LiveCapability.RESUME)) {
                throw Problem.invalid(
                        profile.name() + " cannot resume a live session.", "Start a new one.");
            }
            add("session", live.options().resume(), session);
        }

        /// @return what the dialect has to say, because there is no argument for it
        Optional<String> inProtocol(
                String what, List<String> template, Optional<String> value, boolean canBeSaid) {
            if (value.isEmpty() || template.isEmpty()) {
                if (value.isPresent() && !canBeSaid) {
                    throw Problem.invalid(
                            profile.name() + " takes no " + what + " in a live session.",
                            "Leave that option out.");
                }
                return value;
            }
            var place =
                    switch (what) {
                        case "system prompt" -> "system";
                        case "further directory" -> "directory";
                        default -> what;
                    };
            add(place, template, value.get());
            return Optional.empty();
        }

        private void add(String place, List<String> template, String value) {
            template.forEach(part -> arguments.add(Invocation.fill(part, Map.of(place, value))));
        }
    }
}
