package dev.parley.work;

import dev.parley.api.Permission;
import dev.parley.base.problem.Problem;
import dev.parley.provider.Attachments;
import dev.parley.provider.ModelCatalog;
import dev.parley.provider.Providers;
import dev.parley.provider.Target;
import dev.parley.provider.TurnRequest;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/// Makes a turn of a [RunRequest]. What is wrong with it is said here, before anything starts.
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
        var said = new Target.Words(request.provider(), request.model(), request.resume());
        var target = Target.of(said, providers, models);
        var turn =
                new TurnRequest(
                        prompt(request.prompt()),
                        Target.directory(request.cwd()),
                        request.permission() == null ? Permission.ASK : request.permission(),
                        target.resume(),
                        target.model(),
                        Optional.ofNullable(request.system()),
                        request.directories().stream().map(Target::directory).toList(),
                        Optional.ofNullable(request.home()).map(Target::home),
                        attachments);
        var timeout =
                request.timeout() == null ? limits.timeout() : Durations.parse(request.timeout());
        return oneShot.prepare(target.profile(), turn, new Limits(timeout, limits.output()));
    }

    private static String prompt(@Nullable String prompt) {
        if (prompt == null || prompt.isBlank()) {
            throw Problem.invalid("The prompt is empty.", "Say what the agent is to do.");
        }
        return prompt;
    }
}
