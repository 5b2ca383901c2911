package dev.parley.door.cli.live;

import dev.parley.api.LiveCapability;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.Visible;
import dev.parley.base.thread.Interruptible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.SessionClient;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.Permission;

import org.jspecify.annotations.Nullable;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/// A live session in the terminal. Everything that happens goes through one inbox to the thread
/// that calls [#play]: what is typed, what the agent does, Ctrl-C.
final class Chat {
    /// Whether a person types, or a program sends one prompt per line.
    enum Input {
        KEYBOARD,
        PIPE
    }

    /// Something to deal with.
    private sealed interface News {
        record Typed(String line) implements News {}

        record EndOfInput() implements News {}

        record Happened(Envelope envelope) implements News {}

        record Lost() implements News {}

        record Interrupted() implements News {}
    }

    private static final long TWICE_NANOS = 3_000_000_000L;
    private static final String HELP =
            """
            /model NAME   another model from the next turn on
            /mode MODE    what it may do without asking: ask, edit, plan or bypass
            /interrupt    end the turn that runs, as Ctrl-C does
            /quit         end the session; Ctrl-D and Ctrl-C twice do too
            //text        say /text to the agent
            Asked for permission: y yes, a yes for this session, n no (with a reason), e with another input, if the agent takes one.
            """;

    private final SessionClient sessions;
    private final Console console;
    private final Input input;
    // As much as a person can cause; events wait in the session's own stream.
    private final BlockingQueue<News> inbox = new LinkedBlockingQueue<>(1000);
    private final LineSource lines;
    private final ChatScreen screen;
    private final ChatQuestions questions;
    private final Set<String> turns = new HashSet<>();
    private SessionId session = new SessionId("");
    private boolean hasInput = true;
    private boolean isOver;
    private boolean hasFailed;
    private boolean isCutShort;
    private long interruptedAt = System.nanoTime() - TWICE_NANOS;

    Chat(SessionClient sessions, Console console, Input input, boolean printsJson) {
        this.sessions = sessions;
        this.console = console;
        this.input = input;
        this.lines = new LineSource(console.in(), this::typed);
        this.screen = new ChatScreen(console, printsJson);
        this.questions = new ChatQuestions(console, sessions.isShared());
    }

    /// @return the exit code
    int play(NewSession request) throws InterruptedException {
        var info = sessions.start(request);
        session = info.id();
        questions.canEdit(info.can(LiveCapability.EDITED_INPUT));
        console.note(
                "· "
                        + info.provider()
                        + ", session "
                        + session
                        + (input == Input.KEYBOARD ? ". /help says what you can do." : ""));
        var after = request.resume() == null ? 0 : info.lastSequence();
        var follower = Thread.ofVirtual().name("chat-events").start(() -> follow(info.id(), after));
        try {
            askForLine();
            while (!isOver) {
                deal(inbox.take());
            }
            return exitCode();
        } finally {
            follower.interrupt();
            close();
        }
    }

    private int exitCode() {
        if (isCutShort) {
            return Console.INTERRUPTED;
        }
        return hasFailed && input == Input.PIPE ? Problem.Kind.AGENT_FAILED.exitCode() : 0;
    }

    /// Called at every Ctrl-C, on a thread of the JDK.
    void interrupt() {
        inbox.add(new News.Interrupted());
    }

    private void typed(@Nullable String line) {
        inbox.add(line == null ? new News.EndOfInput() : new News.Typed(line));
    }

    private void follow(SessionId id, long after) {
        try {
            sessions.follow(id, after, this::happened);
            inbox.add(new News.Lost());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            inbox.add(new News.Lost());
        }
    }

    private void happened(Envelope envelope) {
        Interruptible.quietly(() -> inbox.put(new News.Happened(envelope)));
    }

    private void deal(News news) throws InterruptedException {
        switch (news) {
            case News.Typed(var line) -> typedLine(line);
            case News.EndOfInput() -> {
                hasInput = false;
                endWhenDone();
            }
            case News.Happened(var envelope) -> show(envelope);
            case News.Lost() -> {
                screen.release();
                console.complain("the session is lost: Parley went down.");
                hasFailed = true;
                isOver = true;
            }
            case News.Interrupted() -> interrupted();
        }
    }

    private void interrupted() throws InterruptedException {
        var now = System.nanoTime();
        if (now - interruptedAt < TWICE_NANOS) {
            isCutShort = true;
            isOver = true;
            return;
        }
        interruptedAt = now;
        if (turns.isEmpty()) {
            console.err().println("\nCtrl-C once more ends the session.");
            prompt();
        } else {
            act(new Action.Interrupt());
        }
    }

    private void typedLine(String line) throws InterruptedException {
        try {
            if (questions.isAsking()) {
                var answer = questions.answer(line);
                if (answer.isPresent()) {
                    act(answer.get());
                    questions.next();
                    goOnShowing();
                }
            } else if (line.startsWith("/") && !line.startsWith("//")) {
                command(line);
            } else if (!line.isBlank()) {
                say(line.startsWith("//") ? line.substring(1) : line);
            }
        } catch (Problem problem) {
            console.complain(problem);
            hasFailed = true;
            questions.again();
        }
        askForLine();
    }

    private void say(String text) throws InterruptedException {
        var turn = sessions.ask(session, Action.Prompt.of(text)).turnId();
        if (turn != null) {
            turns.add(turn);
        }
    }

    private void command(String line) throws InterruptedException {
        var words = line.strip().split("\\s+", 2);
        var rest = words.length > 1 ? words[1] : "";
        switch (words[0]) {
            case "/help" -> console.err().print(HELP);
            case "/quit", "/exit" -> isOver = true;
            case "/interrupt" -> act(new Action.Interrupt());
            case "/model" -> act(new Action.SwitchModel(rest));
            case "/mode" -> act(Action.SwitchMode.to(Permission.named(rest)));
            default ->
                    console.err()
                            .println(
                                    "There is no command %s; /help lists them. //%s says it to the agent."
                                            .formatted(words[0], words[0].substring(1)));
        }
    }

    private void act(Action action) throws InterruptedException {
        sessions.ask(session, action);
    }

    private void show(Envelope envelope) throws InterruptedException {
        screen.show(envelope);
        switch (envelope.event()) {
            case Event.SessionChanged _ -> prompt();
            case Event.TurnEnded(var turn, var reason) -> turnEnded(turn, reason);
            case Event.ApprovalRequested asked -> asked(asked);
            case Event.ApprovalAnswered answered -> {
                questions.gone(answered.requestId());
                goOnShowing();
            }
            case Event.SessionEnded _ -> isOver |= turns.isEmpty() && !hasInput;
            case Event.SessionStarted _,
                    Event.AboutTurn _,
                    Event.Message _,
                    Event.AboutTool _,
                    Event.TokensUsed _,
                    Event.Failed _,
                    Event.Unrecognized _ -> {}
        }
    }

    private void goOnShowing() {
        if (!questions.isAsking()) {
            screen.release();
        }
    }

    private void turnEnded(String turn, EndReason reason) {
        turns.remove(turn);
        hasFailed |= reason == EndReason.ERROR;
        endWhenDone();
        askForLine();
    }

    /// Nobody types into a pipe: what no other door can answer is refused.
    private void asked(Event.ApprovalRequested asked) throws InterruptedException {
        if (input == Input.KEYBOARD) {
            screen.hold();
            questions.ask(asked);
        } else if (sessions.isShared()) {
            console.err()
                    .println(
                            "· %s waits for a yes: parley approvals allow %s:%s"
                                    .formatted(
                                            Visible.oneLine(asked.toolName()),
                                            session,
                                            Visible.oneLine(asked.requestId())));
        } else {
            deny(asked.requestId());
        }
    }

    private void deny(String requestId) throws InterruptedException {
        try {
            act(Action.Decide.deny(requestId, "Nobody is there to be asked."));
        } catch (Problem problem) {
            // The agent took it back meanwhile, perhaps to ask more exactly.
            if (problem.kind() != Problem.Kind.NOT_FOUND) {
                throw problem;
            }
        }
    }

    private void endWhenDone() {
        isOver |= !hasInput && turns.isEmpty();
    }

    /// From a pipe the next line is read when the turn of the last one is over; a person may type
    /// at any time.
    private void askForLine() {
        if (hasInput && (input == Input.KEYBOARD || turns.isEmpty())) {
            lines.allowNext();
            prompt();
        }
    }

    private void prompt() {
        if (input == Input.KEYBOARD && turns.isEmpty() && !questions.isAsking() && !isOver) {
            console.err().print("> ");
            console.err().flush();
        }
    }

    private void close() throws InterruptedException {
        try {
            act(new Action.Close());
        } catch (Problem _) {
            // it is over already
        }
        screen.release();
        console.note("· go on with: parley chat --resume " + session);
    }
}
