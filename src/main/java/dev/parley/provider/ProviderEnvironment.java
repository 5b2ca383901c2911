package dev.parley.provider;

import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.problem.Problem;
import dev.parley.process.ChildEnvironment;

import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// The environment a provider's CLI runs in: from Parley's own only what is on the lists, then what
/// the profile sets.
public final class ProviderEnvironment {
    private static final Set<String> USER_DIRECTORIES =
            Set.of("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME");

    private static final SecureRandom RANDOM = new SecureRandom();

    private final Map<String, String> parent;
    private final Supplier<Map<String, List<String>>> alsoPass;

    /// @param parent Parley's own environment
    /// @param alsoPass what the user's configuration adds to the lists, by provider
    public ProviderEnvironment(Map<String, String> parent, Map<String, List<String>> alsoPass) {
        this(parent, () -> alsoPass);
    }

    /// @param alsoPass as it is now
    public ProviderEnvironment(
            Map<String, String> parent, Supplier<Map<String, List<String>>> alsoPass) {
        this.parent = Map.copyOf(parent);
        this.alsoPass = alsoPass;
    }

    /// @param home the directory below which the CLI is to keep all of its state; made if missing
    public Map<String, String> of(ProviderProfile profile, Optional<Path> home) {
        var passed = new ArrayList<>(profile.environment().pass());
        passed.addAll(alsoPass.get().getOrDefault(profile.id(), List.of()));
        var environment = ChildEnvironment.from(parent, passed);
        var places = Map.of("secret", secret());
        profile.environment()
                .set()
                .forEach((name, value) -> environment.put(name, Invocation.fill(value, places)));
        profile.environment()
                .usual()
                .forEach((name, value) ->
                        environment.putIfAbsent(name, Invocation.fill(value, places)));
        home.ifPresent(directory -> isolate(profile, directory, environment));
        return environment;
    }

    /// Another for each process: a password of a server that a CLI opens beside its work.
    private static String secret() {
        var bytes = new byte[24];
        RANDOM.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static void isolate(
            ProviderProfile profile, Path directory, Map<String, String> environment) {
        var variables = profile.home().isolate();
        if (variables.isEmpty()) {
            throw Problem.invalid(
                    profile.name() + " cannot keep its state in another directory.",
                    "Leave --home out, or add \"home.isolate\" to its profile.");
        }
        // They would lead back to the user's own directories.
        environment.keySet().removeAll(USER_DIRECTORIES);
        var places = Map.of("home", directory.toString());
        variables.forEach((name, value) -> environment.put(name, Invocation.fill(value, places)));
        try {
            PrivateFiles.directories(directory);
            // Codex, for one, does not make its own.
            PrivateFiles.directories(profile.home().in(environment));
        } catch (IOException e) {
            throw Problem.invalid(
                            "Cannot make the directory " + directory + ": " + e.getMessage(),
                            "Name one that can be written with --home.")
                    .causedBy(e);
        }
    }
}
