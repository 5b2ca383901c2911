package dev.parley.session;

import dev.parley.event.SessionKey;
import dev.parley.model.ModelCatalog;
import dev.parley.problem.Problem;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// Decides who is meant by a [NewSession] and checks it. What is wrong with it is said here, before
/// anything starts.
///
/// @param model what the provider is told
/// @param resume the native session to go on with
record Wanted(ProviderProfile profile, Optional<String> model, Optional<String> resume) {
    static Wanted of(NewSession request, Providers providers, ModelCatalog models) {
        var key =
                Optional.ofNullable(request.resume())
                        .flatMap(SessionKey::parse)
                        .filter(found -> providers.find(found.provider()).isPresent());
        var resume = key.map(SessionKey::nativeId).or(() -> Optional.ofNullable(request.resume()));
        var chosen =
                Optional.ofNullable(request.provider()).or(() -> key.map(SessionKey::provider));
        key.filter(found -> !chosen.orElseThrow().equals(found.provider()))
                .ifPresent(found -> {
                    throw Problem.invalid(
                            "The session " + found + " does not belong to " + chosen.get() + ".",
                            "Leave the provider out, or name another session.");
                });
        if (chosen.isPresent()) {
            var profile = providers.named(chosen.get());
            var name = Optional.ofNullable(request.model());
            return new Wanted(profile, name.flatMap(model -> told(models, profile, model)), resume);
        }
        if (request.model() == null) {
            throw Problem.invalid(
                    "Which agent is to answer?",
                    "Name a provider (" + String.join(", ", providers.ids()) + ") or a model.");
        }
        var model = models.runnable(request.model());
        return new Wanted(
                providers.named(model.findProvider().orElseThrow()), model.toldToCli(), resume);
    }

    /// A name the catalog has for this provider is translated; any other is the CLI's own business.
    static Optional<String> told(ModelCatalog models, ProviderProfile profile, String name) {
        var known = models.find(name).filter(found -> profile.id().equals(found.provider()));
        return known.isPresent() ? known.get().toldToCli() : Optional.of(name);
    }

    static Path directory(@Nullable String name) {
        try {
            var path = Path.of(name == null ? "" : name);
            if (path.isAbsolute() && Files.isDirectory(path)) {
                return path.toRealPath();
            }
        } catch (IOException | IllegalArgumentException _) {
            // said below
        }
        throw Problem.invalid(
                "There is no directory \"" + name + "\".",
                "Give the absolute path of an existing directory.");
    }

    static List<Path> directories(List<String> names) {
        return names.stream().map(Wanted::directory).toList();
    }

    static @Nullable Path home(@Nullable String name) {
        if (name == null) {
            return null;
        }
        try {
            var path = Path.of(name);
            if (path.isAbsolute() && (Files.isDirectory(path) || !Files.exists(path))) {
                return path.normalize();
            }
        } catch (IllegalArgumentException _) {
            // said below
        }
        throw Problem.invalid(
                "\"" + name + "\" cannot be the home of a CLI.",
                "Give the absolute path of a directory; it is made if it is not there.");
    }
}
