package dev.parley.door.cli.live;

import dev.parley.api.LiveCapability;
import dev.parley.api.NewSession;
import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.base.screen.Visible;
import dev.parley.base.thread.Interruptible;
import dev.parley.door.cli.shared.Console;
import dev.parley.door.cli.shared.SessionClient;
import dev.parley.door.cli.shared.Silence;
import dev.parley.event.Action;
import dev.parley.event.EndReason;
import dev.parley.event.Envelope;
import dev.parley.event.Event;
import dev.parley.event.Offer;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;

/// A live session in the terminal. Everything that happens goes through one inbox to the thread
/// that calls [#play]: what is typed, what the agent does, Ctrl-C.
final class Chat implements ChatLines.Listener {
    /// Whether a person types, or a program sends one prompt per line.
    enum Input {
        KEYBOARD,
        PIPE
    }

    /// Something to deal with.
    private sealed interface News {
        record Typed(String line, ChatLines.For what) implements News {}

        record EndOfInput() implements News {}

        record Happened(Envelope envelope) implements News {}

        record Lost() implements News {}

        record Interrupted() implements News {}

        /// Time passes.
        record Ticked() implements News {}
    }

    private static final long TWICE_NANOS = 3_000_000_000L;
    private static final Duration PATIENCE = Duration.ofSeconds(4);
    private static final Duration TICK = Duration.ofSeconds(1);
    private final SessionClient sessions;
    private final Console console;
    private final Input input;
    // As much as a person can cause; events wait in the session's own stream.
    private final BlockingQueue<News> inbox = new LinkedBlockingQueue<>(1000);
    private final ChatLines lines;
    private final ChatScreen screen;
    private final ChatQuestions questions;
    private final Silence silence;
    private final Function<String, Optional<String>> howToSignIn;
    private final Set<String> turns = new HashSet<>();
    // Also read by the thread that completes what is typed.
    private volatile SessionId session = new SessionId("");
    private String provider = "";
    private boolean hasInput = true;
    private boolean isOver;
    private boolean hasFailed;
    private boolean isCutShort;
    private long interruptedAt = System.nanoTime() - TWICE_NANOS;

    /// @param howToSignIn what to do for a provider, as far as it is known
    Chat(
            SessionClient sessions,
            Console console,
            Input input,
            ChatLines lines,
            boolean printsJson,
            Function<String, Optional<String>> howToSignIn) {
        this.sessions = sessions;
        this.console = console;
        this.input = input;
        this.lines = lines;
        this.howToSignIn = howToSignIn;
        this.screen = new ChatScreen(console, printsJson);
        this.questions = new ChatQuestions(console, lines, sessions.isShared());
        this.silence = new Silence("the agent", System::nanoTime);
    }

    /// @return the exit code
    int play(NewSession request) throws InterruptedException {
        var info = sessions.start(request);
        session = info.id();
        provider = info.provider();
        questions.canEdit(info.can(LiveCapability.EDITED_INPUT));
        console.note(
                "· "
                        + info.provider()
                        + ", session "
                        + session
                        + (input == Input.KEYBOARD ? ". /help says what you can do." : ""));
        var after = request.resume() == null ? 0 : info.lastSequence();
        lines.start(this);
        var follower = Thread.ofVirtual().name("chat-events").start(() -> follow(info.id(), after));
        var ticker =
                Thread.ofVirtual()
                        .name("chat-time")
                        .start(() -> Interruptible.quietly(this::tellTime));
        try {
            askForLine();
            while (!isOver) {
                deal(inbox.take());
            }
            return exitCode();
        } finally {
            follower.interrupt();
            ticker.interrupt();
            close();
        }
    }

    private int exitCode() {
        if (isCutShort) {
            return Console.INTERRUPTED;
        }
        return hasFailed && input == Input.PIPE ? Problem.Kind.AGENT_FAILED.exitCode() : 0;
    }

    /// Which one it is, as soon as it has begun.
    SessionId session() {
        return session;
    }

    /// Called at every Ctrl-C, on a thread of the JDK.
    void interrupt() {
        inbox.add(new News.Interrupted());
    }

    @Override
    public void interrupted() {
        interrupt();
    }

    @Override
    public void typed(String line, ChatLines.For what) {
        inbox.add(new News.Typed(line, what));
    }

    @Override
    public void inputEnded() {
        inbox.add(new News.EndOfInput());
    }

    private void tellTime() throws InterruptedException {
        while (true) {
            Thread.sleep(TICK);
            inbox.put(new News.Ticked());
        }
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
            case News.Typed(var line, var what) -> typedLine(line, what);
            case News.EndOfInput() -> {
                hasInput = false;
                endWhenDone();
            }
            case News.Happened(var envelope) -> show(envelope);
            case News.Lost() -> {
                screen.release();
                screen.endLine();
                console.complain("the session is lost: Parley went down.");
                hasFailed = true;
                isOver = true;
            }
            case News.Interrupted() -> stopTurnOrChat();
            case News.Ticked() -> tellActivity();
        }
        console.out().flush();
        console.err().flush();
    }

    /// Who is at work, and since when nothing was heard of it.
    private void tellActivity() {
        var isWaiting = turns.isEmpty() || questions.isAsking() || isOver;
        lines.tell(
                isWaiting || silence.length().compareTo(PATIENCE) < 0
                        ? ""
                        : "· " + silence.text() + "; Ctrl-C ends the turn");
    }

    private void stopTurnOrChat() throws InterruptedException {
        var now = System.nanoTime();
        if (now - interruptedAt < TWICE_NANOS) {
            isCutShort = true;
            isOver = true;
            return;
        }
        interruptedAt = now;
        if (turns.isEmpty()) {
            screen.endLine();
            console.err().println("\nCtrl-C once more ends the session.");
            prompt();
        } else {
            act(new Action.Interrupt());
        }
    }

    private void typedLine(String line, ChatLines.For what) throws InterruptedException {
        try {
            if (questions.isAsking() && what != ChatLines.For.PROMPT) {
                var answer = questions.answer(line);
                if (answer.isPresent()) {
                    act(answer.get());
                    questions.next();
                    goOnShowing();
                }
            } else if (what == ChatLines.For.ANSWER) {
                console.note("· that question is not open any more");
            } else if (line.startsWith("/") && !line.startsWith("//")) {
                command(line);
            } else if (!line.isBlank()) {
                say(line.startsWith("//") ? line.substring(1) : line);
            }
        } catch (Problem problem) {
            screen.endLine();
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
            silence.begin();
        }
    }

    private void command(String line) throws InterruptedException {
        var words = line.strip().split("\\s+", 2);
        var rest = words.length > 1 ? words[1] : "";
        screen.endLine();
        switch (words[0]) {
            case "/help" -> console.err().print(ChatCommands.help(lines.isEdited()));
            case "/quit", "/exit" -> isOver = true;
            case "/interrupt" -> act(new Action.Interrupt());
            case "/login" -> console.err().println(signIn());
            case "/model" -> switchModel(rest);
            case "/mode" -> act(Action.SwitchMode.to(ChatCommands.mode(rest)));
            default -> {
                var mistake = ChatCommands.mistake(words[0].substring(1), sessions.offer(session));
                if (mistake.isPresent()) {
                    throw mistake.get();
                }
                say(line.strip());
            }
        }
    }

    private void switchModel(String name) throws InterruptedException {
        if (name.isBlank()) {
            var models = sessions.offer(session).models();
            throw ChatCommands.noModel(
                    models == null
                            ? List.of()
                            : models.stream().map(Offer.ModelChoice::id).toList());
        }
        act(new Action.SwitchModel(name.strip()));
    }

    private String signIn() {
        return howToSignIn
                .apply(provider)
                .map(how -> how + " Then go on here.")
                .orElse(provider + " needs no sign-in that Parley knows of.");
    }

    private void act(Action action) throws InterruptedException {
        sessions.ask(session, action);
    }

    private void show(Envelope envelope) throws InterruptedException {
        silence.heard(envelope);
        lines.tell("");
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
            screen.endLine();
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
            lines.invite();
        }
    }

    private void close() throws InterruptedException {
        try {
            act(new Action.Close());
        } catch (Problem _) {
            // it is over already
        }
        screen.release();
        screen.endLine();
        console.note("· go on with: parley chat --resume " + session);
        lines.close();
    }
}
