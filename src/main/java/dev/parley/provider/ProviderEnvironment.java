package dev.parley.provider;

import dev.parley.json.Json;
import dev.parley.process.ChildEnvironment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// The environment a provider's CLI runs in: from Parley's own only what is on the lists, then what
/// the profile sets.
public final class ProviderEnvironment {
    private final Map<String, String> parent;
    private final Map<String, List<String>> alsoPass;
    private final Path files;

    /// @param parent Parley's own environment
    /// @param alsoPass what the user's configuration adds to the lists, by provider
    /// @param files where the files lie that profiles bring along
    public ProviderEnvironment(
            Map<String, String> parent, Map<String, List<String>> alsoPass, Path files) {
        this.parent = Map.copyOf(parent);
        this.alsoPass = alsoPass;
        this.files = files;
    }

    public Map<String, String> of(ProviderProfile profile) {
        var passed = new ArrayList<>(profile.environment().pass());
        passed.addAll(alsoPass.getOrDefault(profile.id(), List.of()));
        var environment = ChildEnvironment.from(parent, passed);
        var places = Map.of("files", writeFiles(profile).toString());
        profile.environment()
                .set()
                .forEach((name, value) -> environment.put(name, Invocation.fill(value, places)));
        return environment;
    }

    /// Only what changed is written, so that two runs at the same time do not disturb each other.
    private Path writeFiles(ProviderProfile profile) {
        var directory = files.resolve(profile.id());
        profile.environment()
                .files()
                .forEach((name, content) -> {
                    var file = directory.resolve(name);
                    var text = Json.pretty(content).getBytes(StandardCharsets.UTF_8);
                    try {
                        if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), text)) {
                            Files.createDirectories(directory);
                            Files.write(file, text);
                        }
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                });
        return directory;
    }
}
