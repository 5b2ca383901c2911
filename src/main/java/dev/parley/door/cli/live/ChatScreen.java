package dev.parley.door.cli.live;

import dev.parley.base.json.Json;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.HeldLogs;
import dev.parley.door.cli.shared.TextPrinter;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.EventJson;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/// What a chat shows of its session. While a question is open nothing of it is printed, neither
/// above the question nor over it. Belongs to the thread of its [Chat].
final class ChatScreen {
    /// As much of a session as waits for a person to answer; the rest is in the history.
    private static final int MOST_HELD = 50_000;

    private final Console console;
    private final boolean printsJson;
    private final TextPrinter printer;
    private final List<Envelope> held = new ArrayList<>();
    private @Nullable HeldLogs logs;
    private boolean hasLost;

    ChatScreen(Console console, boolean printsJson) {
        this.console = console;
        this.printsJson = printsJson;
        this.printer = new TextPrinter(console);
    }

    void show(Envelope envelope) {
        if (logs == null) {
            print(envelope);
        } else if (held.size() < MOST_HELD) {
            held.add(envelope);
        } else {
            hasLost = true;
        }
    }

    /// A question is about to be asked.
    void hold() {
        if (logs == null) {
            printer.endLine();
            logs = new HeldLogs();
        }
    }

    /// Nothing is asked any more.
    void release() {
        var quiet = logs;
        if (quiet == null) {
            return;
        }
        logs = null;
        quiet.close();
        held.forEach(this::print);
        held.clear();
        if (hasLost) {
            hasLost = false;
            note("· more happened meanwhile than can be shown here");
        }
    }

    /// Whatever comes next does not stand behind something of the agent.
    void endLine() {
        printer.endLine();
    }

    private void print(Envelope envelope) {
        if (printsJson) {
            console.println(Json.write(EventJson.write(envelope, EventJson.Raw.LEFT_OUT)));
            console.out().flush();
        } else {
            printer.accept(envelope);
        }
        switch (envelope.event()) {
            case Event.TurnQueued(_, var content) -> note("· queued: " + content);
            case Event.SessionChanged changed -> note(changed);
            case Event.TurnEnded(_, var reason) -> {
                if (reason == EndReason.INTERRUPTED) {
                    note("· interrupted");
                }
            }
            case Event.ApprovalAnswered answered -> note(answered);
            case Event.AboutSession _,
                    Event.TurnStarted _,
                    Event.Message _,
                    Event.AboutTool _,
                    Event.ApprovalRequested _,
                    Event.TokensUsed _,
                    Event.Failed _,
                    Event.Unrecognized _ -> {}
        }
    }

    private void note(Event.SessionChanged changed) {
        if (changed.model() != null) {
            note("· model " + changed.model());
        }
        if (changed.permission() != null) {
            note("· mode " + changed.permission());
        }
    }

    private void note(String text) {
        endLine();
        console.note(text);
    }

    /// What holds from now on, or did already.
    private static String allowed(Event.ApprovalAnswered answered) {
        if (answered.forSession() == null) {
            return "";
        }
        return (answered.by().equals("session") ? ": " : "; from now on: ") + answered.forSession();
    }

    private void note(Event.ApprovalAnswered answered) {
        if (answered.by().equals("agent")) {
            note("· " + answered.toolName() + ": the agent took its question back");
            return;
        }
        note(
                "· "
                        + answered.toolName()
                        + (answered.approved() ? " allowed by " : " denied by ")
                        + answered.by()
                        + (answered.reason() == null ? "" : ": " + answered.reason())
                        + allowed(answered));
    }
}
