package dev.parley.door.cli.live;

import dev.parley.api.Accepted;
import dev.parley.api.LiveCapability;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.api.SessionInfo;
import dev.parley.api.SessionState;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.cli.shared.SessionClient;
import dev.parley.door.json.ActionJson;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.Intent;
import dev.parley.event.Offer;
import dev.parley.event.Permission;
import dev.parley.event.TurnOrigin;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/// Live sessions whose agent echoes; what begins with `ask` asks first, `hang` waits to be
/// interrupted, `fail` fails.
final class EchoSessions implements SessionClient {
    final List<String> actions = new CopyOnWriteArrayList<>();
    final BlockingQueue<Event> events = new LinkedBlockingQueue<>();
    final boolean isShared;
    List<LiveCapability> capabilities = List.of(LiveCapability.EDITED_INPUT);
    Offer offer = Offer.NOTHING;
    int turn;

    EchoSessions(boolean isShared) {
        this.isShared = isShared;
    }

    @Override
    public SessionInfo start(NewSession request) {
        return new SessionInfo(
                new SessionId("s1"),
                "echo",
                null,
                SessionState.IDLE,
                Path.of("/"),
                null,
                Permission.ASK,
                null,
                null,
                null,
                0,
                0,
                0,
                true,
                null,
                Instant.EPOCH,
                Instant.EPOCH,
                capabilities);
    }

    @Override
    public Accepted ask(SessionId session, Action action) {
        actions.add(Json.write(ActionJson.of(action)));
        switch (action) {
            case Action.Prompt prompt -> {
                return prompt(prompt.text());
            }
            case Action.Interrupt() -> end(EndReason.INTERRUPTED);
            case Action.Decide(var request, var decision, _, var input) -> {
                if (input != null && input.has("refused")) {
                    throw Problem.invalid("It takes no other input.", "Say yes or no.");
                }
                events.add(
                        new Event.ApprovalAnswered(
                                request, "Bash", decision != Action.Decision.DENY, "you"));
                end(EndReason.COMPLETED);
            }
            case Action.SwitchModel(var model) -> {
                if (model.isEmpty()) {
                    throw Problem.invalid("No model.", "Name one.");
                }
                events.add(new Event.SessionChanged(model, null, null));
            }
            case Action.Steer _, Action.Cancel _, Action.SwitchMode _, Action.Close _ -> {}
        }
        return Accepted.PLAINLY;
    }

    private Accepted prompt(String text) {
        turn++;
        events.add(new Event.TurnStarted("turn" + turn, TurnOrigin.PROMPT));
        if (text.startsWith("ask")) {
            events.add(
                    new Event.ApprovalRequested(
                            "q" + turn,
                            "Bash",
                            "run it",
                            Json.object().put("command", "rm"),
                            List.of("allow", "allow_for_session", "deny"),
                            new Intent("rm", "/work", List.of(), null),
                            "exactly this command in /work"));
            if (text.startsWith("ask and talk")) {
                events.add(new Event.AssistantSaid("? Bash: git status", null));
                events.add(Event.Failed.fatal("Something else", "x"));
            }
        } else if (text.startsWith("fail")) {
            events.add(Event.Failed.fatal("It failed", "x"));
            end(EndReason.ERROR);
        } else if (!text.startsWith("hang")) {
            events.add(new Event.AssistantSaid("You said " + text, null));
            end(EndReason.COMPLETED);
        }
        return Accepted.as("turn" + turn);
    }

    void end(EndReason reason) {
        events.add(new Event.TurnEnded("turn" + turn, reason));
    }

    @Override
    public void follow(SessionId session, long after, Consumer<Envelope> sink)
            throws InterruptedException {
        for (var number = 1; ; number++) {
            sink.accept(new Envelope(Instant.EPOCH, "echo", "n", number, events.take(), null));
        }
    }

    @Override
    public Offer offer(SessionId session) {
        return offer;
    }

    @Override
    public boolean isShared() {
        return isShared;
    }
}
