package dev.parley.door.cli.live;

import dev.parley.base.screen.ColumnWidth;
import dev.parley.base.screen.ScreenStream;

import org.jline.keymap.KeyMap;
import org.jline.reader.Binding;
import org.jline.reader.Completer;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.MaskingCallback;
import org.jline.reader.Reference;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/// Lines that a person edits at the bottom of the terminal, with history, completion and more than
/// one line, while the agent writes above them. What it writes of a line that has no end yet stands
/// right above the line that is edited, and so does what goes on.
///
/// The editor reads on a thread of its own. Whoever prints or asks only notes down here what is to
/// be seen, under this object's lock, and has the editor draw it, under the editor's own lock:
/// never the other way round.
final class EditedLines implements ChatLines {
    private static final String PROMPT = "> ";
    private static final String DRAW = "parley-draw";
    private static final String ENTER = "parley-enter";
    private static final String NEW_LINE = "parley-new-line";

    private static final int MOST_HISTORY = 1000;

    /// As many lines of the terminal may the unfinished line take; then its beginning is printed.
    private static final int LONGEST_TAIL = 6;

    private final Terminal terminal;
    private final EditedReader reader;
    private final ChatHistory history;
    private final StringBuilder tail = new StringBuilder();
    private String finished = "";
    private String activity = "";
    private @Nullable String question;
    private @Nullable String questionShown;
    private String draft = "";
    private boolean isAccepted;
    private volatile boolean isClosed;
    private For accepted = For.PROMPT;

    /// @param historyFile what was said before, in all chats
    EditedLines(Terminal terminal, Path historyFile, Completer completer) throws IOException {
        this.terminal = terminal;
        history = new ChatHistory();
        reader = new EditedReader(terminal);
        reader.setHistory(history);
        reader.setCompleter(completer);
        // A prompt is no command line: quotes and backslashes mean nothing in it.
        var parser = new DefaultParser();
        parser.setEscapeChars(new char[0]);
        parser.setQuoteChars(new char[0]);
        reader.setParser(parser);
        reader.setOpt(LineReader.Option.DISABLE_EVENT_EXPANSION);
        reader.setOpt(LineReader.Option.CASE_INSENSITIVE);
        reader.unsetOpt(LineReader.Option.HISTORY_TIMESTAMPED);
        reader.setVariable(LineReader.SECONDARY_PROMPT_PATTERN, "  ");
        reader.setVariable(LineReader.BELL_STYLE, "none");
        reader.setVariable(LineReader.HISTORY_SIZE, MOST_HISTORY);
        reader.setVariable(LineReader.HISTORY_FILE_SIZE, MOST_HISTORY);
        if (ChatHistory.isReady(historyFile)) {
            reader.setVariable(LineReader.HISTORY_FILE, historyFile);
        }
        reader.getWidgets().put(DRAW, this::draw);
        reader.getWidgets().put(ENTER, this::enter);
        reader.getWidgets().put(NEW_LINE, this::newLine);
        reader.getWidgets().put(LineReader.CALLBACK_INIT, this::begin);
        bindKeys();
    }

    /// A terminal that can be edited on.
    static Terminal terminal() throws IOException {
        return TerminalBuilder.builder()
                .name("parley")
                .system(true)
                .provider("ffm")
                .dumb(false)
                // Whatever the locale says, as everywhere in Parley.
                .encoding(StandardCharsets.UTF_8)
                .stdinEncoding(StandardCharsets.UTF_8)
                .stdoutEncoding(StandardCharsets.UTF_8)
                // Its answer to that question would come in between what is typed.
                .graphemeCluster(false)
                .build();
    }

    private void bindKeys() {
        var keys = Objects.requireNonNull(reader.getKeyMaps().get(LineReader.MAIN));
        keys.bind((Binding) new Reference(ENTER), "\r", "\n");
        keys.bind((Binding) new Reference(NEW_LINE), KeyMap.alt("\r"), KeyMap.alt("\n"));
    }

    /// Everything that is to be seen above the line goes there.
    PrintStream above(boolean hasStyles) {
        return new ScreenStream(
                new Above(),
                false, // it would be flushed in the middle of a line
                new ScreenStream.Look(terminal.getWidth(), hasStyles, false));
    }

    @Override
    public void start(Listener whoHears) {
        terminal.handle(Terminal.Signal.INT, _ -> whoHears.interrupted());
        // Between two lines, too: what is typed then must neither be shown nor changed.
        terminal.enterRawMode();
        Thread.ofPlatform().daemon().name("keys").start(() -> read(whoHears));
    }

    private void read(Listener whoHears) {
        while (true) {
            try {
                var line = reader.readLine(PROMPT, null, (MaskingCallback) null, null);
                whoHears.typed(line, accepted());
            } catch (UserInterruptException e) {
                // Like every shell: the first Ctrl-C throws away what was typed.
                if (String.valueOf(e.getPartialLine()).isBlank()) {
                    whoHears.interrupted();
                }
            } catch (EndOfFileException _) {
                whoHears.inputEnded();
                return;
            } catch (RuntimeException _) {
                // The terminal is gone.
                whoHears.inputEnded();
                return;
            }
        }
    }

    private synchronized For accepted() {
        return accepted;
    }

    @Override
    public boolean isEdited() {
        return true;
    }

    @Override
    public void allowNext() {}

    @Override
    public void invite() {}

    @Override
    public void ask(String text) {
        synchronized (this) {
            question = text;
        }
        drawAnew();
    }

    @Override
    public void endQuestion() {
        synchronized (this) {
            question = null;
        }
        drawAnew();
    }

    @Override
    public void tell(String what) {
        synchronized (this) {
            if (activity.equals(what)) {
                return;
            }
            activity = what;
        }
        drawAnew();
    }

    /// Has the editor draw what was noted down. While it reads nothing, only whole lines are
    /// printed.
    private void drawAnew() {
        if (isClosed) {
            return;
        }
        try {
            reader.callWidget(DRAW);
        } catch (IllegalStateException _) {
            var lines = takeFinished();
            if (!lines.isEmpty()) {
                reader.printAbove(lines);
            }
        }
    }

    private synchronized String takeFinished() {
        var lines = finished;
        finished = "";
        return lines;
    }

    /// A widget: runs on any thread, under the lock of the editor.
    private boolean draw() {
        if (!isAccepted()) {
            switchQuestion();
        }
        reader.prompt(prompt());
        var lines = takeFinished();
        if (lines.isEmpty()) {
            reader.redisplay();
        } else {
            reader.printAbove(lines);
        }
        return true;
    }

    private synchronized boolean isAccepted() {
        return isAccepted;
    }

    /// What was half typed waits until the question is answered.
    private synchronized void switchQuestion() {
        var buffer = reader.getBuffer();
        if (Objects.equals(question, questionShown)) {
            return;
        }
        if (questionShown == null) {
            draft = buffer.toString();
        }
        buffer.clear();
        if (question == null) {
            buffer.write(draft);
            draft = "";
        }
        questionShown = question;
    }

    private synchronized String prompt() {
        var asked = questionShown == null ? PROMPT : questionShown;
        var over = tail.isEmpty() ? activity : tail.toString();
        return over.isEmpty() ? asked : over + "\n" + asked;
    }

    /// A widget: the editor begins to read a line.
    private boolean begin() {
        synchronized (this) {
            isAccepted = false;
            // What waits is put back by the switch, whatever the question is now.
            if (question == null && questionShown == null && !draft.isEmpty()) {
                reader.getBuffer().write(draft);
                draft = "";
            }
        }
        switchQuestion();
        reader.prompt(prompt());
        return true;
    }

    /// A widget: Enter. What is seen above the line stays there for good.
    private boolean enter() {
        var buffer = reader.getBuffer();
        synchronized (this) {
            if (questionShown == null && buffer.toString().isBlank()) {
                return true;
            }
            if (questionShown == null && buffer.toString().endsWith("\\")) {
                buffer.cursor(buffer.length());
                buffer.backspace();
                buffer.write('\n');
                return true;
            }
            accepted = questionShown == null ? For.PROMPT : For.ANSWER;
            history.keeps(accepted == For.PROMPT);
            isAccepted = true;
            activity = "";
            if (!tail.isEmpty()) {
                finished += tail + "\n";
                tail.setLength(0);
            }
        }
        reader.prompt(prompt());
        var lines = takeFinished();
        if (!lines.isEmpty()) {
            reader.printAbove(lines);
        }
        reader.callWidget(LineReader.ACCEPT_LINE);
        return true;
    }

    private boolean newLine() {
        reader.getBuffer().write('\n');
        return true;
    }

    /// What was printed, harmless already.
    private void print(String text) {
        synchronized (this) {
            tail.append(text);
            var end = tail.lastIndexOf("\n") + 1;
            if (end == 0 && ColumnWidth.of(tail.toString()) > LONGEST_TAIL * terminal.getWidth()) {
                end = tail.lastIndexOf(" ") + 1;
                end = end == 0 ? tail.length() : end;
                tail.insert(end, '\n');
                end++;
            }
            finished += tail.substring(0, end);
            tail.delete(0, end);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            if (!tail.isEmpty()) {
                finished += tail + "\n";
                tail.setLength(0);
            }
            activity = "";
        }
        drawAnew();
        isClosed = true;
        try {
            terminal.close();
        } catch (IOException _) {
            // It is gone already.
        }
    }

    /// The stream to the screen above the line: shown when it is flushed. Belongs to the thread of
    /// the chat, and to those that log.
    private final class Above extends OutputStream {
        // Guarded by this. Half of it, perhaps with half a style, is shown to nobody.
        private final StringBuilder written = new StringBuilder();

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        /// The stream around this one writes whole characters.
        @Override
        public synchronized void write(byte[] bytes, int offset, int length) {
            written.append(new String(bytes, offset, length, StandardCharsets.UTF_8));
        }

        @Override
        public void flush() {
            synchronized (this) {
                print(written.toString());
                written.setLength(0);
            }
            drawAnew();
        }
    }
}
