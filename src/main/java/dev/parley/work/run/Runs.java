package dev.parley.work.run;

import dev.parley.base.problem.Problem;
import dev.parley.event.Permission;
import dev.parley.provider.Attachments;
import dev.parley.provider.Invocation;
import dev.parley.provider.ModelCatalog;
import dev.parley.provider.Providers;
import dev.parley.provider.Target;
import dev.parley.provider.TurnRequest;

import org.jspecify.annotations.Nullable;

import java.util.Optional;
import java.util.Set;

/// Runs a single turn of an agent. What is wrong with a request is reported here, before anything
/// starts.
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

    /// What an agent may be permitted in a single turn.
    ///
    /// @param name of the agent, for people
    public record Modes(String name, Set<Permission> permissions) {}

    /// Those of whoever is meant by such a request.
    public Modes modes(@Nullable String provider, @Nullable String model, @Nullable String resume) {
        var words = new Target.Words(provider, model, resume);
        var profile = Target.of(words, providers, models).profile();
        return new Modes(profile.name(), Invocation.oneShot(profile).permissions().keySet());
    }

    public OneShot.Prepared prepare(RunRequest request) throws InterruptedException {
        var words = new Target.Words(request.provider(), request.model(), request.resume());
        var target = Target.of(words, providers, models);
        if (request.prompt().isBlank()) {
            throw Problem.invalid("The prompt is empty.", "Say what the agent is to do.");
        }
        var turn =
                new TurnRequest(
                        request.prompt(),
                        Target.directory(request.cwd()),
                        request.permission(),
                        target.resume(),
                        target.model(),
                        request.system(),
                        request.directories().stream().map(Target::directory).toList(),
                        request.home().map(Target::home),
                        Attachments.NONE,
                        request.tools(),
                        Optional.empty());
        var timeout = request.timeout().orElse(limits.timeout());
        return oneShot.prepare(target.profile(), turn, new Limits(timeout, limits.output()));
    }
}
