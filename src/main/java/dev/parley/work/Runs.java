package dev.parley.work;

import dev.parley.event.SessionKey;
import dev.parley.model.ModelCatalog;
import dev.parley.problem.Problem;
import dev.parley.provider.Attachments;
import dev.parley.provider.Permission;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.Providers;
import dev.parley.provider.TurnRequest;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// Decides who answers a [RunRequest] and checks it. What is wrong with it is said here, before
/// anything starts.
public final class Runs {
    private final Providers providers;
    private final ModelCatalog models;
    private final OneShot oneShot;
    private final Limits limits;

    public Runs(Providers providers, ModelCatalog models, OneShot oneShot, Limits limits) {
        this.providers = providers;
        this.models = models;
        this.oneShot = oneShot;
        this.limits = limits;
    }

    public OneShot.Prepared prepare(RunRequest request) throws InterruptedException {
        return prepare(request, Attachments.NONE);
    }

    public OneShot.Prepared prepare(RunRequest request, Attachments attachments)
            throws InterruptedException {
        var target = target(request);
        var turn =
                new TurnRequest(
                        prompt(request.prompt()),
                        directory(request.cwd()),
                        request.permission() == null ? Permission.ASK : request.permission(),
                        target.session(),
                        target.model(),
                        Optional.ofNullable(request.system()),
                        request.directories().stream().map(Runs::directory).toList(),
                        Optional.ofNullable(request.home()).map(Runs::home),
                        attachments);
        var timeout =
                request.timeout() == null ? limits.timeout() : Durations.parse(request.timeout());
        return oneShot.prepare(target.profile(), turn, new Limits(timeout, limits.output()));
    }

    private record Target(
            ProviderProfile profile, Optional<String> model, Optional<String> session) {}

    /// Said by name, by the session to resume, or by the model.
    private Target target(RunRequest request) {
        var key =
                Optional.ofNullable(request.resume())
                        .flatMap(SessionKey::parse)
                        .filter(found -> providers.find(found.provider()).isPresent());
        var session = key.map(SessionKey::nativeId).or(() -> Optional.ofNullable(request.resume()));
        var wanted = Optional.ofNullable(request.model());
        var chosen =
                Optional.ofNullable(request.provider()).or(() -> key.map(SessionKey::provider));
        if (chosen.isPresent()) {
            key.filter(found -> !found.provider().equals(chosen.get()))
                    .ifPresent(found -> {
                        throw Problem.invalid(
                                "The session "
                                        + found
                                        + " belongs to "
                                        + found.provider()
                                        + ", not to "
                                        + chosen.get()
                                        + ".",
                                "Leave the provider out, or name another session.");
                    });
            var profile = providers.named(chosen.get());
            return new Target(profile, wanted.flatMap(name -> toldTo(profile, name)), session);
        }
        if (wanted.isEmpty()) {
            throw Problem.invalid(
                    "Which agent is to answer?",
                    "Name a provider (" + String.join(", ", providers.ids()) + ") or a model.");
        }
        var model = models.runnable(wanted.get());
        return new Target(
                providers.named(model.findProvider().orElseThrow()), model.toldToCli(), session);
    }

    /// A name the catalog has for this provider is translated; any other is the CLI's own business.
    private Optional<String> toldTo(ProviderProfile profile, String name) {
        var known = models.find(name).filter(found -> profile.id().equals(found.provider()));
        return known.isPresent() ? known.get().toldToCli() : Optional.of(name);
    }

    private static String prompt(@Nullable String prompt) {
        if (prompt == null || prompt.isBlank()) {
            throw Problem.invalid("The prompt is empty.", "Say what the agent is to do.");
        }
        return prompt;
    }

    private static Path directory(@Nullable String name) {
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

    private static Path home(String name) {
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
