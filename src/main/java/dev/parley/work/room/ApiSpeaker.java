package dev.parley.work.room;

import dev.parley.api.Agent;
import dev.parley.api.Room;
import dev.parley.base.problem.Problem;
import dev.parley.modelapi.ApiFailure;
import dev.parley.modelapi.ApiQuestion;
import dev.parley.modelapi.ModelApis;
import dev.parley.work.advice.Costs;
import dev.parley.work.advice.Participant;

import java.util.List;
import java.util.Optional;

/// An agent on a model API: it has no thread, so each turn tells it the newest part of the
/// transcript.
final class ApiSpeaker implements Speaker {
    private final ModelApis apis;
    private final Costs costs;
    private final Participant.Api participant;

    ApiSpeaker(ModelApis apis, Costs costs, Participant.Api participant) {
        this.apis = apis;
        this.costs = costs;
        this.participant = participant;
    }

    @Override
    public boolean remembers() {
        return false;
    }

    @Override
    public String fingerprint(Room room, Agent agent) {
        return "api";
    }

    @Override
    public Spoken speak(Task task, TurnListener listener) throws InterruptedException {
        listener.began("");
        var question =
                new ApiQuestion(
                        participant.model(),
                        Optional.of(task.identity()),
                        List.of(
                                new ApiQuestion.Message(
                                        ApiQuestion.Role.USER, task.prompt(), task.images())));
        try {
            var answer = apis.ask(participant.endpoint(), question, listener::wrote);
            return new Spoken(answer.text().strip(), null, answer.usage(), Optional.empty(), false)
                    .priced(costs, participant.model());
        } catch (ApiFailure failure) {
            return Spoken.failed(null, Optional.empty(), failure.message(), false);
        } catch (Problem problem) {
            return Spoken.failed(null, Optional.empty(), problem.message(), false);
        }
    }
}
