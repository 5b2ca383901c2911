package dev.parley.work.agent;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.provider.Target;
import dev.parley.room.Answer;
import dev.parley.room.Step;
import dev.parley.room.ThinkCourse;
import dev.parley.store.ConversationKey;
import dev.parley.work.CourseTurns;
import dev.parley.work.advice.AskModel;
import dev.parley.work.agent.GroupResult.Contribution;
import dev.parley.work.agent.GroupResult.Skipped;
import dev.parley.work.conversation.Conversations;
import dev.parley.work.project.ContextFiles;

import java.util.Optional;

/// Has several models think about one question: a room without people, whose course is a
/// [ThinkCourse]. What is said is kept with the conversation of whoever asked. Waits on the calling
/// thread, which may be interrupted. Thread-safe.
public final class GroupThink {
    public static final String TOOL = "group_think";

    private final AskModel models;
    private final ContextFiles files;
    private final Conversations conversations;

    public GroupThink(AskModel models, ContextFiles files, Conversations conversations) {
        this.models = models;
        this.files = files;
        this.conversations = conversations;
    }

    public GroupResult think(GroupRequest request) throws InterruptedException {
        var project = Target.directory(request.project());
        var key = request.sessionId().map(id -> new ConversationKey(project, id));
        var texts = files.read(project, request.context());
        var circle = new GroupCircle(models, project, request.models());
        if (circle.members().isEmpty()) {
            throw nobody(circle);
        }
        // Before anybody has said a word that would be lost.
        var _ = request.synthesisModel().map(models.participants()::adviser);
        var earlier = key.isPresent() ? conversations.earlier(key.get(), 0).before("") : "";
        var objective =
                (earlier.isBlank() ? "" : earlier)
                        + ContextFiles.before(texts, "The question:\n" + request.objective());
        var writer = request.synthesisModel().map(circle::add);
        var course =
                new ThinkCourse(
                        new ThinkCourse.Task(
                                circle.members(),
                                objective,
                                request.mode() == GroupRequest.Mode.BLIND_REVIEW,
                                request.discussionTurns(),
                                writer,
                                request.validationRounds(),
                                request.outputFormat()));
        var who = String.join(", ", circle.members());
        if (key.isPresent()) {
            conversations.asked(
                    key.get(),
                    TOOL,
                    who,
                    request.objective(),
                    Json.object().put("mode", request.mode().wireName()));
        }
        try {
            var result = think(request, circle, course);
            if (key.isPresent()) {
                remember(key.get(), result);
            }
            return result;
        } catch (Problem | InterruptedException e) {
            key.ifPresent(it ->
                    conversations.failed(
                            it,
                            TOOL,
                            who,
                            "",
                            e instanceof Problem problem
                                    ? problem.message()
                                    : "It was cancelled."));
            throw e;
        }
    }

    private static GroupResult think(GroupRequest request, GroupCircle circle, ThinkCourse course)
            throws InterruptedException {
        while (course.next() instanceof Step.Speak(var orders)) {
            var answers = CourseTurns.take(orders, order -> circle.take(order, course.role(order)));
            for (var at = 0; at < orders.size(); at++) {
                circle.count(orders.get(at), answers.get(at));
                course.heard(answers.get(at));
            }
        }
        var result = course.result().orElseThrow(() -> nobody(circle));
        return new GroupResult(
                result.text(),
                result.agent(),
                course.isAgreed(),
                course.objections().stream().map(GroupThink::contribution).toList(),
                circle.contributions(),
                circle.skipped(),
                circle.cost(),
                request.sessionId());
    }

    private static Contribution contribution(Answer answer) {
        return new Contribution(answer.agent(), answer.phase(), answer.text());
    }

    private static Problem nobody(GroupCircle circle) {
        var why = circle.skipped().stream().map(one -> one.model() + ": " + one.reason()).toList();
        return new Problem(
                Problem.Kind.AGENT_FAILED,
                "None of the models could take part: " + String.join(" ", why),
                "Name others.");
    }

    private void remember(ConversationKey key, GroupResult result) throws InterruptedException {
        var metadata =
                Json.object()
                        .put("status", "completed")
                        .put("model", result.synthesisModel())
                        .put("costStatus", result.cost().status().wireName());
        result.cost().usd().ifPresent(usd -> metadata.put("costUsd", usd));
        result.isAgreed().ifPresent(agreed -> metadata.put("agreed", agreed));
        var said = metadata.putArray("contributions");
        for (var one : result.contributions()) {
            said.addObject()
                    .put("model", one.model())
                    .put("part", one.part())
                    .put("text", one.text());
        }
        var skipped = metadata.putArray("skipped");
        for (Skipped one : result.skipped()) {
            skipped.addObject().put("model", one.model()).put("reason", one.reason());
        }
        conversations.answered(
                key, TOOL, result.synthesisModel(), Optional.empty(), result.text(), metadata);
    }
}
