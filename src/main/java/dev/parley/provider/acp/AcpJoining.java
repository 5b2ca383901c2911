package dev.parley.provider.acp;

import dev.parley.base.json.Json;
import dev.parley.event.Event;
import dev.parley.provider.AcpOptions;
import dev.parley.wire.Happening;
import dev.parley.wire.Happening.Refusal;
import dev.parley.wire.JsonRpc;
import dev.parley.wire.LiveStep;
import dev.parley.wire.Opening;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/// How a conversation begins: a new native session or an earlier one, whose repeated history is
/// swallowed, in the mode and with the model that were asked for. Over when it is joined or
/// refused.
final class AcpJoining {
    private static final String MODE = "mode";

    private final AcpConversation conversation;
    private final AcpLink link;
    private final AcpAgent agent;
    private final Opening opening;
    private final Supplier<LiveStep> onJoined;
    private final Deque<AcpChoices.Change> changes = new ArrayDeque<>();
    private String nativeId = "";
    private boolean isAnswered;
    private boolean isReplaying;

    /// @param onJoined what the conversation does first
    AcpJoining(
            AcpConversation conversation,
            AcpLink link,
            AcpAgent agent,
            Opening opening,
            Supplier<LiveStep> onJoined) {
        this.conversation = conversation;
        this.link = link;
        this.agent = agent;
        this.opening = opening;
        this.onJoined = onJoined;
    }

    LiveStep begin() {
        return opening.resume()
                .map(this::resume)
                .orElseGet(() ->
                        link.requests().ask("session/new", place(), this::onNew, this::onError));
    }

    private LiveStep resume(String id) {
        if (!link.claim(id, conversation)) {
            return refuse(Refusal.IN_USE, "Another conversation has the session " + id + " open.");
        }
        nativeId = id;
        if (agent.canResume()) {
            return link.requests()
                    .ask(
                            "session/resume",
                            place().put("sessionId", id),
                            this::onAnswer,
                            this::onError);
        }
        if (agent.canLoad()) {
            isReplaying = link.quirks().replayEnds() == AcpOptions.ReplayEnds.COMMANDS;
            return link.requests()
                    .ask(
                            "session/load",
                            place().put("sessionId", id),
                            this::onAnswer,
                            this::onError);
        }
        return refuse(Refusal.FAILED, agent.name() + " cannot go on with an earlier session.");
    }

    private ObjectNode place() {
        var params = Json.object().put("cwd", opening.cwd().toString());
        params.set("mcpServers", conversation.hostTools().servers(agent));
        if (agent.takesDirectories() && !opening.directories().isEmpty()) {
            var directories = params.putArray("additionalDirectories");
            opening.directories().forEach(directory -> directories.add(directory.toString()));
        }
        return params;
    }

    private LiveStep onNew(JsonNode result) {
        var id = result.path("sessionId").asString("");
        if (id.isEmpty()) {
            return refuse(Refusal.FAILED, agent.name() + " began a session without an id.");
        }
        if (!link.claim(id, conversation)) {
            return refuse(Refusal.IN_USE, agent.name() + " gave the session " + id + " out twice.");
        }
        nativeId = id;
        return onAnswer(result);
    }

    private LiveStep onAnswer(JsonNode result) {
        conversation.choices().hear(result);
        isAnswered = true;
        var offer = AcpOffer.of(conversation.name(), result);
        return isReplaying ? offer : offer.and(settle());
    }

    /// What the agent tells before the conversation is joined is its history, or of no interest.
    LiveStep hear(JsonNode update) {
        conversation.choices().hear(update);
        if (isReplaying
                && update.path("sessionUpdate").asString("").equals("available_commands_update")) {
            isReplaying = false;
            return isAnswered ? settle() : LiveStep.NOTHING;
        }
        return LiveStep.NOTHING;
    }

    /// The mode is always said: an agent may be in another than it reports.
    private LiveStep settle() {
        var choices = conversation.choices();
        opening.settings()
                .forEach((name, value) ->
                        changes.add(
                                name.equals(MODE)
                                        ? choices.toMode(nativeId, value)
                                        : choices.toOption(nativeId, name, value)));
        opening.model()
                .filter(model -> !choices.isModel(model))
                .ifPresent(model -> changes.add(choices.toModel(nativeId, model)));
        return next();
    }

    private LiveStep next() {
        var change = changes.poll();
        if (change == null) {
            return joined();
        }
        return link.requests()
                .ask(
                        change.method(),
                        change.params(),
                        result -> {
                            conversation.choices().hear(result);
                            return next();
                        },
                        error ->
                                AcpFailure.of(error).isAlreadyInMode(link.quirks().alreadyInMode())
                                        ? next()
                                        : onError(error));
    }

    private LiveStep joined() {
        var choices = conversation.choices();
        choices.isIn(
                opening.settings().get(MODE), opening.model().map(choices::modelId).orElse(null));
        var model = opening.model().orElse(choices.model());
        return LiveStep.report(new Happening.Joined(conversation.name(), nativeId, model))
                .and(
                        LiveStep.emit(
                                conversation.name(),
                                new Event.SessionStarted(
                                        opening.cwd().toString(),
                                        model,
                                        agent.version(),
                                        List.of(),
                                        null)))
                .and(onJoined.get());
    }

    String nativeId() {
        return nativeId;
    }

    private LiveStep onError(JsonRpc.ErrorResponse error) {
        var failure = AcpFailure.of(error);
        if (failure.isLogin()) {
            return refuse(Refusal.NOT_LOGGED_IN, failure.sentence() + " " + agent.remedy());
        }
        return refuse(
                opening.resume().isPresent()
                                && !isAnswered
                                && failure.isUnknownSession(link.quirks().unknownSession())
                        ? Refusal.UNKNOWN_SESSION
                        : Refusal.FAILED,
                failure.text());
    }

    private LiveStep refuse(Refusal why, String message) {
        return conversation.refused(why, message);
    }
}
