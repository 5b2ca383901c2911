package dev.parley.provider;

import dev.parley.base.problem.Problem;
import dev.parley.event.SessionKey;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Who is meant by a request, live or for a single turn: said by name, by the session to resume, or
/// by the model. What is wrong with it is said here, before anything starts.
///
/// @param model what the provider is told
/// @param resume the native session to go on with
public record Target(ProviderProfile profile, Optional<String> model, Optional<String> resume) {
    /// The words of a request that say who is meant.
    public record Words(
            @Nullable String provider, @Nullable String model, @Nullable String resume) {}

    public static Target of(Words said, Providers providers, ModelCatalog models) {
        var key =
                Optional.ofNullable(said.resume())
                        .flatMap(SessionKey::parse)
                        .filter(found -> providers.find(found.provider()).isPresent());
        var resume =
                key.map(SessionKey::nativeId)
                        .or(() -> Optional.ofNullable(said.resume()))
                        .map(SessionKey::canonical);
        var chosen = Optional.ofNullable(said.provider()).or(() -> key.map(SessionKey::provider));
        key.filter(found -> !chosen.orElseThrow().equals(found.provider()))
                .ifPresent(found -> {
                    throw Problem.invalid(
                            "The session %s belongs to %s, not to %s."
                                    .formatted(found, found.provider(), chosen.get()),
                            "Leave the provider out, or name another session.");
                });
        if (chosen.isPresent()) {
            var profile = providers.named(chosen.get());
            var name = Optional.ofNullable(said.model());
            return new Target(profile, name.flatMap(model -> told(models, profile, model)), resume);
        }
        if (said.model() == null && said.resume() != null) {
            throw Problem.notFound(
                    "It is not clear whose session \"" + said.resume() + "\" is.",
                    "Write provider:id, such as claude:%s, or name the provider too."
                            .formatted(said.resume()));
        }
        if (said.model() == null) {
            throw Problem.invalid(
                    "Which agent is to answer?",
                    "Name a provider (" + String.join(", ", providers.ids()) + ") or a model.");
        }
        var model = models.runnable(said.model());
        return new Target(
                providers.named(model.findProvider().orElseThrow()), model.toldToCli(), resume);
    }

    /// A name the catalog has for this provider is translated; any other is the CLI's own business.
    public static Optional<String> told(ModelCatalog models, ProviderProfile profile, String name) {
        var known = models.find(name).filter(found -> profile.id().equals(found.provider()));
        return known.isPresent() ? known.get().toldToCli() : Optional.of(name);
    }

    public static Path directory(@Nullable String name) {
        if (name == null) {
            throw Problem.invalid(
                    "The directory (cwd) is missing.",
                    "Give the absolute path of an existing directory.");
        }
        try {
            return directory(Path.of(name));
        } catch (InvalidPathException _) {
            throw noDirectory(name);
        }
    }

    /// The same directory under its real name.
    public static Path directory(Path path) {
        try {
            if (path.isAbsolute() && Files.isDirectory(path)) {
                return path.toRealPath();
            }
        } catch (IOException _) {
            // reported below
        }
        throw noDirectory(path.toString());
    }

    private static Problem noDirectory(String name) {
        return Problem.invalid(
                "There is no directory \"" + name + "\".",
                "Give the absolute path of an existing directory.");
    }

    public static List<Path> directories(List<String> names) {
        return names.stream().map(Target::directory).toList();
    }

    public static Path home(String name) {
        try {
            return home(Path.of(name));
        } catch (InvalidPathException _) {
            throw noHome(name);
        }
    }

    public static Path home(Path path) {
        if (path.isAbsolute() && (Files.isDirectory(path) || !Files.exists(path))) {
            return path.normalize();
        }
        throw noHome(path.toString());
    }

    private static Problem noHome(String name) {
        return Problem.invalid(
                "\"" + name + "\" cannot be the home of a CLI.",
                "Give the absolute path of a directory; it is made if it is not there.");
    }
}
