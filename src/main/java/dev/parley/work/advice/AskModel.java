package dev.parley.work.advice;

import dev.parley.base.problem.Problem;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.Permission;
import dev.parley.event.Secrets;
import dev.parley.modelapi.ApiQuestion;
import dev.parley.modelapi.ModelApis;
import dev.parley.provider.Attachments;
import dev.parley.provider.Invocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.TurnRequest;
import dev.parley.work.chain.Chains;
import dev.parley.work.run.Limits;
import dev.parley.work.run.OneShot;
import dev.parley.work.run.Outcome;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Asks a model one question, whoever answers for it. Waits on the calling thread; interrupting it
/// gives the question up and ends the CLI. Thread-safe.
public final class AskModel {
    private final Participants participants;
    private final ModelApis apis;
    private final OneShot oneShot;
    private final Limits limits;
    private final Costs costs;
    private final Chains chains;
    private final Clock clock;

    public AskModel(
            Participants participants,
            ModelApis apis,
            OneShot oneShot,
            Limits limits,
            Costs costs,
            Chains chains,
            Clock clock) {
        this.participants = participants;
        this.apis = apis;
        this.oneShot = oneShot;
        this.limits = limits;
        this.costs = costs;
        this.chains = chains;
        this.clock = clock;
    }

    public Participants participants() {
        return participants;
    }

    /// @param project the real path of the directory a CLI answers in
    public Advice ask(
            Participant participant, Path project, Optional<String> system, String question)
            throws InterruptedException {
        if (question.isBlank()) {
            throw Problem.invalid("The question is empty.", "Say what you want to know.");
        }
        var began = Instant.now(clock);
        return switch (participant) {
            case Participant.Api api -> askApi(api, system, question, began);
            case Participant.Cli cli -> askCli(cli, project, system, question, began);
        };
    }

    private Advice askApi(
            Participant.Api api, Optional<String> system, String question, Instant began)
            throws InterruptedException {
        var message = new ApiQuestion.Message(ApiQuestion.Role.USER, question);
        var answer =
                apis.ask(api.endpoint(), new ApiQuestion(api.model(), system, List.of(message)));
        return new Advice(
                answer.text(),
                api.model(),
                api.who(),
                true,
                Optional.empty(),
                answer.usage(),
                costs.of(api.model(), answer.usage()),
                since(began));
    }

    private Advice askCli(
            Participant.Cli cli,
            Path project,
            Optional<String> system,
            String question,
            Instant began)
            throws InterruptedException {
        var turn =
                new TurnRequest(
                        question,
                        project,
                        harmless(cli.profile()),
                        Optional.empty(),
                        cli.told(),
                        system,
                        List.of(),
                        Optional.empty(),
                        Attachments.NONE);
        var outcome =
                oneShot.prepare(cli.profile(), turn, limits, chains.environmentOfAdviser(cli.who()))
                        .play(_ -> {});
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        check(cli.profile(), outcome);
        return new Advice(
                outcome.answer(),
                cli.model(),
                cli.who(),
                false,
                outcome.sessionId(),
                outcome.usage(),
                costs.of(cli.model(), outcome.usage()),
                since(began));
    }

    /// What lets it look and not touch.
    private static Permission harmless(ProviderProfile profile) {
        var modes = Invocation.oneShot(profile).permissions();
        return Stream.of(Permission.PLAN, Permission.ASK)
                .filter(modes::containsKey)
                .findFirst()
                .orElseThrow(() ->
                        Problem.invalid(
                                profile.name()
                                        + " cannot be asked without being allowed everything.",
                                "Choose a model with a key for its API, or another CLI."));
    }

    private static void check(ProviderProfile profile, Outcome outcome) {
        if (outcome.reason() != EndReason.COMPLETED) {
            var why = outcome.failure().map(Event.Failed::message).orElse("it gave no reason");
            throw new Problem(
                    Problem.Kind.AGENT_FAILED,
                    profile.name() + " did not answer: " + Secrets.mask(why),
                    "Look whether it is signed in: parley doctor.");
        }
        if (outcome.answer().isBlank()) {
            throw new Problem(
                    Problem.Kind.AGENT_FAILED,
                    profile.name() + " ended without a word.",
                    "Ask again, or another model.");
        }
    }

    private Duration since(Instant began) {
        return Duration.between(began, Instant.now(clock));
    }
}
