package dev.parley.provider.demo;

import dev.parley.base.json.Json;
import dev.parley.wire.JsonRpc;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/// One turn over ACP, on a virtual thread of its own. It is cancelled by a future, not by an
/// interrupt, which could cut a line that is being written.
final class DemoAcpTurn implements DemoStage {
    private final JsonNode requestId;
    private final DemoTurn turn;
    private final DemoAcpSession session;
    private final DemoSessions sessions;
    private final DemoPeer peer;
    private final PrintStream err;
    private final Consumer<DemoPlayer.End.Crashed> onCrash;
    private final CompletableFuture<Boolean> cancelled = new CompletableFuture<>();
    private final CountDownLatch over = new CountDownLatch(1);

    DemoAcpTurn(
            JsonNode requestId,
            DemoTurn turn,
            DemoAcpSession session,
            DemoSessions sessions,
            DemoPeer peer,
            PrintStream err,
            Consumer<DemoPlayer.End.Crashed> onCrash) {
        this.requestId = requestId;
        this.turn = turn;
        this.session = session;
        this.sessions = sessions;
        this.peer = peer;
        this.err = err;
        this.onCrash = onCrash;
    }

    void start() {
        Thread.ofVirtual().name("demo-turn-" + session.id()).start(this::run);
    }

    void cancel() {
        cancelled.complete(true);
    }

    void join() throws InterruptedException {
        over.await();
    }

    private void run() {
        try {
            var played = played();
            session.ended();
            answer(played);
        } catch (RuntimeException e) {
            err.println("The demo agent failed: " + e);
            session.ended();
            peer.send(
                    JsonRpc.ErrorResponse.to(
                            requestId, JsonRpc.INTERNAL_ERROR, String.valueOf(e.getMessage())));
        } finally {
            over.countDown();
        }
    }

    private DemoPlayer.Played played() {
        sessions.append(session.id(), new DemoSessions.Line("user", turn.prompt()), session.cwd());
        var played = DemoPlayer.play(turn, session.cwd(), this);
        if (!played.answer().isEmpty()) {
            sessions.append(
                    session.id(),
                    new DemoSessions.Line("assistant", played.answer()),
                    session.cwd());
        }
        return played;
    }

    private void answer(DemoPlayer.Played played) {
        switch (played.end()) {
            case DemoPlayer.End.Finished() -> stopped("end_turn", played);
            case DemoPlayer.End.Cancelled() -> stopped("cancelled", played);
            case DemoPlayer.End.Failed(var message, var code) ->
                    peer.send(
                            new JsonRpc.ErrorResponse(
                                    requestId,
                                    JsonRpc.INTERNAL_ERROR,
                                    message,
                                    Json.object().put("code", code)));
            case DemoPlayer.End.Crashed crash -> onCrash.accept(crash);
        }
    }

    private void stopped(String reason, DemoPlayer.Played played) {
        peer.send(new JsonRpc.Response(requestId, DemoAcpJson.stopped(reason, played.usage())));
    }

    @Override
    public void thinks(String text) {
        peer.update(session.id(), DemoAcpJson.chunk("agent_thought_chunk", text));
    }

    @Override
    public void says(String piece) {
        peer.update(session.id(), DemoAcpJson.chunk("agent_message_chunk", piece));
    }

    @Override
    public void calls(DemoTool tool) {
        peer.update(session.id(), DemoAcpJson.toolCall(tool, session.cwd()));
    }

    @Override
    public Optional<String> refusal(DemoTool tool) {
        var refusal = tool instanceof DemoTool.WriteFile ? decide(tool) : Optional.<String>empty();
        if (refusal.isEmpty()) {
            peer.update(session.id(), DemoAcpJson.toolUpdate(tool, "in_progress"));
        } else if (isOver()) {
            peer.update(session.id(), DemoAcpJson.toolUpdate(tool, "failed"));
        }
        return refusal;
    }

    private Optional<String> decide(DemoTool tool) {
        return switch (session.mode()) {
            case EDIT, BYPASS -> Optional.empty();
            case PLAN -> Optional.of("In plan mode nothing is changed.");
            case ASK -> session.isAlwaysAllowed() ? Optional.empty() : ask(tool);
        };
    }

    private Optional<String> ask(DemoTool tool) {
        var question =
                peer.ask(
                        "session/request_permission",
                        DemoAcpJson.permission(session.id(), tool, session.cwd()));
        CompletableFuture.anyOf(question.answer(), cancelled).join();
        peer.forget(question);
        var outcome = question.answer().getNow(Json.object()).path("outcome");
        if (outcome.path("outcome").asString("").equals("cancelled")) {
            cancel();
        }
        if (isOver()) {
            return Optional.of("The turn was cancelled.");
        }
        var option = DemoOption.find(outcome.path("optionId").asString(""));
        if (option.equals(Optional.of(DemoOption.ALLOW_ALWAYS))) {
            session.allowAlways();
        }
        return option.isPresent() && !option.get().equals(DemoOption.REJECT_ONCE)
                ? Optional.empty()
                : Optional.of("It was rejected.");
    }

    @Override
    public void returns(DemoTool tool, DemoTool.Result result) {
        peer.update(session.id(), DemoAcpJson.toolReturned(tool, result));
    }

    @Override
    public void prints(String line) {
        peer.babble(line);
    }

    @Override
    public boolean hasTool(String tool) {
        return session.tools().filter(server -> server.has(tool)).isPresent();
    }

    @Override
    public JsonNode callTool(String tool, ObjectNode arguments) throws IOException {
        return session.tools().orElseThrow().call(tool, arguments, cancelled);
    }

    @Override
    public void waits(Duration duration) {
        try {
            cancelled.get(duration.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException _) {
            // nobody cancelled: the wait is over
        } catch (ExecutionException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public boolean isOver() {
        return cancelled.isDone();
    }
}
