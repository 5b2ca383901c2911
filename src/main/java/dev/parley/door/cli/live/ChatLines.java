package dev.parley.door.cli.live;

/// Where the lines of a chat come from, and how it asks for them: from an editor on a terminal, or
/// one after the other from a stream.
interface ChatLines extends AutoCloseable {
    /// What a line was typed for, as far as that is known: a question may come while somebody
    /// types.
    enum For {
        PROMPT,
        ANSWER,
        WHATEVER_IS_ASKED
    }

    /// What hears of them, on threads of theirs.
    interface Listener {
        void typed(String line, For what);

        /// There will be no more.
        void inputEnded();

        /// Ctrl-C.
        void interrupted();
    }

    /// Called once, before anything else.
    void start(Listener listener);

    /// Whether a person can edit a line, complete it and have earlier ones back.
    boolean isEdited();

    /// One more line may be read. To want it twice does no harm.
    void allowNext();

    /// The agent waits for a prompt.
    void invite();

    /// The next line is the answer to this.
    void ask(String question);

    /// Nothing is asked any more: it was answered, here or elsewhere.
    void endQuestion();

    /// What goes on, in a few words; empty when nothing does.
    void tell(String activity);

    @Override
    void close();
}
