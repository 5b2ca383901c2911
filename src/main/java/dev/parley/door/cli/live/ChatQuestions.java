package dev.parley.door.cli.live;

import dev.parley.base.json.Json;
import dev.parley.base.screen.Visible;
import dev.parley.door.cli.shared.ApprovalText;
import dev.parley.door.cli.shared.Console;
import dev.parley.event.Action;
import dev.parley.event.Event;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Locale;
import java.util.Optional;

/// The questions of an agent to the person at the keyboard, one after the other. Belongs to the
/// thread of its [Chat].
final class ChatQuestions {
    /// What the next line is.
    private enum Expecting {
        ANSWER,
        REASON,
        INPUT
    }

    private final Console console;
    private final ChatLines lines;
    private final boolean canBeAnsweredElsewhere;
    private final Deque<Event.ApprovalRequested> open = new ArrayDeque<>();
    private Expecting expecting = Expecting.ANSWER;
    private boolean canEdit;

    ChatQuestions(Console console, ChatLines lines, boolean canBeAnsweredElsewhere) {
        this.console = console;
        this.lines = lines;
        this.canBeAnsweredElsewhere = canBeAnsweredElsewhere;
    }

    /// @param can whether the agent takes another input than its own
    void canEdit(boolean can) {
        canEdit = can;
    }

    boolean isAsking() {
        return !open.isEmpty();
    }

    void ask(Event.ApprovalRequested question) {
        open.add(question);
        if (open.size() == 1) {
            show();
        }
    }

    /// Somebody answered it, or it is not wanted any more.
    void gone(String requestId) {
        var wasFirst = isAsking() && open.getFirst().requestId().equals(requestId);
        open.removeIf(question -> question.requestId().equals(requestId));
        if (wasFirst) {
            lines.endQuestion();
            expecting = Expecting.ANSWER;
            show();
        }
    }

    /// The first question was answered with what [#answer] gave.
    void next() {
        open.poll();
        lines.endQuestion();
        expecting = Expecting.ANSWER;
        show();
    }

    /// The answer was not taken, because this agent cannot do that: asks once more.
    void again() {
        expecting = Expecting.ANSWER;
        show();
    }

    /// What a line means to the question that is asked; empty when there is more to say.
    Optional<Action.Decide> answer(String line) {
        return switch (expecting) {
            case ANSWER -> first(line.strip());
            case REASON -> Optional.of(denied(line.strip()));
            case INPUT -> edited(line);
        };
    }

    private Optional<Action.Decide> first(String line) {
        var word = line.isEmpty() ? "" : line.split("\\s+", 2)[0].toLowerCase(Locale.ROOT);
        var rest = line.substring(word.length()).strip();
        switch (word) {
            case "y", "yes" -> {
                return Optional.of(Action.Decide.allow(request()));
            }
            case "a", "always" -> {
                if (isForSession()) {
                    return Optional.of(Action.Decide.allowForSession(request()));
                }
                show();
            }
            case "n", "no" -> {
                if (!rest.isEmpty()) {
                    return Optional.of(denied(rest));
                }
                expecting = Expecting.REASON;
                lines.ask("Why not (may be empty)? ");
            }
            case "e", "edit" -> {
                if (!takesInput()) {
                    show();
                    return Optional.empty();
                }
                expecting = Expecting.INPUT;
                var input = open.getFirst().input();
                console.err().println(input == null ? "{}" : Visible.oneLine(Json.write(input)));
                lines.ask("The input instead, as JSON in one line: ");
            }
            default -> show();
        }
        return Optional.empty();
    }

    private Optional<Action.Decide> edited(String line) {
        var input = Json.parse(line);
        if (line.isBlank() || input.isEmpty()) {
            expecting = Expecting.ANSWER;
            console.err().println("That is no JSON.");
            show();
            return Optional.empty();
        }
        return Optional.of(new Action.Decide(request(), Action.Decision.ALLOW, null, input.get()));
    }

    private Action.Decide denied(String reason) {
        return Action.Decide.deny(request(), reason.isEmpty() ? null : reason);
    }

    private String request() {
        return open.getFirst().requestId();
    }

    private void show() {
        if (isAsking()) {
            var question = open.getFirst();
            new ApprovalText(
                            question.toolName(),
                            question.intent(),
                            question.input(),
                            question.description(),
                            question.forSession(),
                            false)
                    .print(console.err());
            console.err().flush();
            lines.ask(
                    "  [y]es"
                            + (isForSession() ? ", [a]lways in this session" : "")
                            + ", [n]o"
                            + (takesInput() ? ", [e]dit" : "")
                            + (canBeAnsweredElsewhere ? " (here or at any other door): " : ": "));
        }
    }

    private boolean isForSession() {
        return open.getFirst().options().contains("allow_for_session");
    }

    private boolean takesInput() {
        return canEdit || open.getFirst().asksForValues();
    }
}
