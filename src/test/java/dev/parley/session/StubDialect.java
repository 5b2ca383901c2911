package dev.parley.session;

import dev.parley.base.json.Json;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Event;
import dev.parley.event.TurnOrigin;
import dev.parley.wire.Ending;
import dev.parley.wire.Happening;
import dev.parley.wire.LiveDialect;
import dev.parley.wire.LiveStep;
import dev.parley.wire.Opening;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The line format of [LiveStub]'s agent: words with spaces between them, many conversations on one
/// connection.
final class StubDialect implements LiveDialect {
    private final Map<String, String> running = new HashMap<>();
    private final Map<String, String> held = new HashMap<>();
    private final Set<String> joining = new HashSet<>();

    @Override
    public LiveStep open() {
        return LiveStep.send("hello");
    }

    @Override
    public LiveStep join(String conversation, Opening opening) {
        joining.add(conversation);
        return LiveStep.send("join " + conversation + " " + opening.resume().orElse("-"));
    }

    @Override
    public LiveStep say(String conversation, Action.ForAgent action) {
        return switch (action) {
            case Action.Prompt(var turn, var text, var images) -> {
                var line =
                        "prompt %s %s %s%s"
                                .formatted(
                                        conversation,
                                        turn,
                                        text.replace("\n", "\\n"),
                                        images.isEmpty() ? "" : " +" + images.size());
                running.put(conversation, turn);
                if (joining.contains(conversation)) {
                    held.put(conversation, line);
                    yield LiveStep.NOTHING;
                }
                yield LiveStep.send(line);
            }
            case Action.Steer(var word) ->
                    LiveStep.send("steer " + conversation + " - " + word.text());
            case Action.Interrupt() ->
                    LiveStep.send("interrupt " + conversation + " " + running.get(conversation));
            case Action.Decide(var request, var decision, var reason, var input) ->
                    LiveStep.send(
                            "decide %s %s %s %s %s"
                                    .formatted(conversation, request, decision, reason, input));
            case Action.SwitchModel(var model) ->
                    LiveStep.send("model " + conversation + " - " + model);
            case Action.AnswerTool(var call, var result) ->
                    LiveStep.send("answer " + conversation + " " + call + " " + result.text());
            case Action.ToolReached _, Action.ToolsKnown _ -> LiveStep.NOTHING;
            case Action.SwitchMode(var permission, _) ->
                    LiveStep.send("mode " + conversation + " - " + permission);
        };
    }

    @Override
    public LiveStep leave(String conversation) {
        running.remove(conversation);
        return LiveStep.send("leave " + conversation + " -");
    }

    @Override
    public LiveStep hear(String line) {
        var words = line.split(" ", 4);
        var conversation = words.length > 1 ? words[1] : "";
        var first = words.length > 2 ? words[2] : "";
        var rest = words.length > 3 ? words[3] : "";
        return switch (words[0]) {
            case "joined" -> {
                joining.remove(conversation);
                var step = LiveStep.report(new Happening.Joined(conversation, first, "stub-1"));
                var prompt = held.remove(conversation);
                yield prompt == null ? step : step.and(LiveStep.send(prompt));
            }
            case "refused" -> {
                running.remove(conversation);
                yield LiveStep.report(
                        new Happening.Refused(
                                conversation, Happening.Refusal.valueOf(first), rest));
            }
            case "start" -> {
                var origin =
                        first.equals(running.get(conversation))
                                ? TurnOrigin.PROMPT
                                : TurnOrigin.AGENT;
                yield LiveStep.emit(conversation, new Event.TurnStarted(first, origin));
            }
            case "say" ->
                    LiveStep.emit(
                            conversation,
                            new Event.AssistantStreamed((first + " " + rest).strip(), "m"));
            case "said" ->
                    LiveStep.emit(
                            conversation,
                            new Event.AssistantSaid((first + " " + rest).strip(), null));
            case "ask" ->
                    LiveStep.emit(
                            conversation,
                            new Event.ApprovalRequested(
                                    first,
                                    "Bash",
                                    "run " + rest,
                                    Json.object().put("command", rest),
                                    List.of()));
            case "call" ->
                    LiveStep.report(
                            new Happening.ToolAsked(conversation, first, rest, Json.object()));
            case "withdraw" ->
                    LiveStep.emit(
                            conversation,
                            new Event.ApprovalAnswered(first, "Bash", false, "agent"));
            case "model" ->
                    LiveStep.emit(conversation, new Event.SessionChanged(first, null, null));
            case "mode" -> LiveStep.emit(conversation, new Event.SessionChanged(null, first, null));
            case "end" -> {
                running.remove(conversation, first);
                yield LiveStep.emit(
                        conversation, new Event.TurnEnded(first, EndReason.valueOf(rest)));
            }
            case "boom" -> throw new IllegalStateException("a fault in the dialect");
            default -> LiveStep.unclaimed(line, "unknown word");
        };
    }

    @Override
    public LiveStep end(Ending ending) {
        var step = LiveStep.NOTHING;
        for (var conversation : joining) {
            running.remove(conversation);
            step =
                    step.and(
                            LiveStep.report(
                                    new Happening.Refused(
                                            conversation,
                                            Happening.Refusal.FAILED,
                                            ending.lastWords())));
        }
        for (var turn : running.entrySet()) {
            var events = new ArrayList<Event>();
            events.add(new Event.TurnEnded(turn.getValue(), EndReason.ERROR));
            step = step.and(LiveStep.emit(turn.getKey(), events));
        }
        return step;
    }
}
