package dev.parley.work.agent;

import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.modelapi.ApiFailure;
import dev.parley.provider.Target;
import dev.parley.store.ConversationKey;
import dev.parley.work.advice.Advice;
import dev.parley.work.advice.AskModel;
import dev.parley.work.advice.Participant;
import dev.parley.work.conversation.Conversations;
import dev.parley.work.project.ContextFiles;

import tools.jackson.databind.node.ObjectNode;

import java.nio.file.Path;
import java.util.Optional;

/// Asks a model for advice, with files of the project and what was said before. Changes nothing but
/// the conversation. Thread-safe.
public final class Consult {
    public static final String TOOL = "consult_with";

    private static final int LONGEST_FORMAT = 20_000;
    private static final int LONGEST_QUESTION = 1_000_000;

    private final AskModel models;
    private final ContextFiles files;
    private final Conversations conversations;

    public Consult(AskModel models, ContextFiles files, Conversations conversations) {
        this.models = models;
        this.files = files;
        this.conversations = conversations;
    }

    public Advice ask(ConsultRequest request) throws InterruptedException {
        check(request);
        var project = Target.directory(request.project());
        var key = request.sessionId().map(id -> new ConversationKey(project, id));
        var participant = models.participants().adviser(request.model());
        var question =
                ContextFiles.before(files.read(project, request.context()), request.question());
        return key.isPresent()
                ? askIn(key.get(), participant, request, question)
                : models.ask(participant, project, system(request), question);
    }

    private Advice askIn(
            ConversationKey key, Participant participant, ConsultRequest request, String question)
            throws InterruptedException {
        var earlier = conversations.earlier(key, 0);
        var asked = Json.object().put("model", participant.model());
        request.context().forEach(asked.putArray("context")::add);
        conversations.asked(key, TOOL, participant.who(), request.question(), asked);
        try {
            var advice = ask(key.project(), participant, request, earlier.before(question));
            conversations.answered(
                    key, TOOL, advice.who(), advice.nativeId(), advice.text(), metadata(advice));
            return advice;
        } catch (ApiFailure failure) {
            conversations.failed(
                    key, TOOL, participant.who(), failure.partial(), failure.message());
            throw failure;
        } catch (Problem problem) {
            conversations.failed(key, TOOL, participant.who(), "", problem.message());
            throw problem;
        } catch (InterruptedException e) {
            conversations.failed(key, TOOL, participant.who(), "", "It was cancelled.");
            throw e;
        }
    }

    private Advice ask(Path project, Participant participant, ConsultRequest request, String all)
            throws InterruptedException {
        return models.ask(participant, project, system(request), all);
    }

    /// What is remembered of an answer besides its words.
    static ObjectNode metadata(Advice advice) {
        var metadata =
                Json.object()
                        .put("status", "completed")
                        .put("model", advice.model())
                        .put("costStatus", advice.cost().status().wireName())
                        .put("durationMs", advice.duration().toMillis());
        advice.cost().usd().ifPresent(usd -> metadata.put("costUsd", usd));
        advice.usage().ifPresent(usage -> metadata.set("usage", Json.tree(usage)));
        return metadata;
    }

    private static void check(ConsultRequest request) {
        if (request.question().isBlank()) {
            throw Problem.invalid("The question is empty.", "Say what you want to know.");
        }
        if (request.question().length() > LONGEST_QUESTION
                || request.outputFormat().filter(it -> it.length() > LONGEST_FORMAT).isPresent()) {
            throw new Problem(
                    Problem.Kind.TOO_LARGE,
                    "The question is too long.",
                    "Put the long part into a file and name it as context.");
        }
    }

    private static Optional<String> system(ConsultRequest request) {
        return request.outputFormat()
                .filter(format -> !format.isBlank())
                .map(format ->
                        "Answer in this format, and with nothing before or after it:\n" + format);
    }
}
