package dev.parley.door.cli.live;

import dev.parley.door.cli.shared.Console;

import org.jspecify.annotations.Nullable;

/// Lines as a terminal in its usual mode, or a pipe, gives them. Belongs to the thread of its
/// [Chat], but for what it reads.
final class PlainLines implements ChatLines {
    private final Console console;
    private @Nullable LineSource source;
    private volatile boolean isInQuestion;

    PlainLines(Console console) {
        this.console = console;
    }

    @Override
    public void start(Listener listener) {
        source =
                new LineSource(
                        console.in(),
                        line -> {
                            isInQuestion = false; // whoever typed has ended that line
                            if (line == null) {
                                listener.inputEnded();
                            } else {
                                listener.typed(line, For.WHATEVER_IS_ASKED);
                            }
                        });
    }

    @Override
    public boolean isEdited() {
        return false;
    }

    @Override
    public void allowNext() {
        var known = source;
        if (known != null) {
            known.allowNext();
        }
    }

    @Override
    public void invite() {
        console.err().print("> ");
        console.err().flush();
    }

    @Override
    public void ask(String question) {
        console.say(question);
        console.err().flush();
        isInQuestion = true;
    }

    /// What comes next does not stand behind the question.
    @Override
    public void endQuestion() {
        if (isInQuestion) {
            console.err().println();
            isInQuestion = false;
        }
    }

    @Override
    public void tell(String activity) {}

    @Override
    public void close() {}
}
