package dev.parley.provider;

import dev.parley.json.StrictJson;
import dev.parley.problem.Closest;
import dev.parley.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// All providers: the built-in ones and the user's own, one profile file each. A user's file with
/// the id of a built-in provider takes its place.
public final class Providers {
    private static final List<String> BUILT_IN =
            List.of("claude", "codex", "gemini", "opencode", "kimi", "qwen", "demo");
    private static final Pattern ID = Pattern.compile("[a-z][a-z0-9-]{0,39}");

    private final Map<String, ProviderProfile> profiles = new LinkedHashMap<>();

    /// @param directory the user's own profiles, `*.json`; need not exist
    public Providers(Path directory) {
        BUILT_IN.forEach(id -> profiles.put(id, shipped(id)));
        ownFiles(directory).stream()
                .map(Providers::read)
                .forEach(own -> profiles.put(own.id(), own));
    }

    public List<ProviderProfile> all() {
        return List.copyOf(profiles.values());
    }

    public List<String> ids() {
        return List.copyOf(profiles.keySet());
    }

    public Optional<ProviderProfile> find(String id) {
        return Optional.ofNullable(profiles.get(id));
    }

    public ProviderProfile named(String id) {
        return find(id).orElseThrow(() ->
                Problem.notFound(
                        "There is no provider \"" + id + "\".",
                        Closest.question(
                                id, ids(), "Known providers: " + String.join(", ", ids()) + ".")));
    }

    /// A built-in profile.
    static ProviderProfile shipped(String id) {
        var name = id + "/profile.json";
        try (InputStream in = Providers.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing from the program");
            }
            var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return checked(StrictJson.read(text, name, ProviderProfile.class), name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> ownFiles(Path directory) {
        var files = new ArrayList<Path>();
        if (Files.isDirectory(directory)) {
            try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.json")) {
                found.forEach(files::add);
            } catch (IOException e) {
                throw Problem.brokenConfiguration(
                                "Cannot read the directory " + directory + ": " + e.getMessage(),
                                "Make it readable, or remove it.")
                        .causedBy(e);
            }
        }
        files.sort(null);
        return files;
    }

    private static ProviderProfile read(Path file) {
        return checked(StrictJson.read(file, ProviderProfile.class), file.toString());
    }

    /// What the types alone cannot say: which keys must be there.
    private static ProviderProfile checked(ProviderProfile profile, String source) {
        require(profile.id(), "id", source);
        if (!ID.matcher(profile.id()).matches()) {
            throw Problem.brokenConfiguration(
                    source + ": the value of \"id\" is \"" + profile.id() + "\".",
                    "Use lower-case letters, digits and dashes.");
        }
        require(profile.name(), "name", source);
        require(profile.command(), "command", source);
        require(profile.command().name(), "command.name", source);
        require(profile.home(), "home", source);
        require(profile.home().path(), "home.path", source);
        require(profile.install(), "install", source);
        profile.findOneShot().ifPresent(oneShot -> checkOneShot(oneShot, source));
        return profile;
    }

    private static void checkOneShot(ProviderProfile.OneShot oneShot, String source) {
        require(oneShot.format(), "oneShot.format", source);
        require(oneShot.start().isEmpty() ? null : oneShot.start(), "oneShot.start", source);
        require(
                oneShot.permissions().isEmpty() ? null : oneShot.permissions(),
                "oneShot.permissions",
                source);
    }

    private static void require(@Nullable Object value, String key, String source) {
        if (value == null) {
            throw Problem.brokenConfiguration(
                    source + ": the key \"" + key + "\" is missing.",
                    "Add it; docs/providers/own.md shows how.");
        }
    }
}
