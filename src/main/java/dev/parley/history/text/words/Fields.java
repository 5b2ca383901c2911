package dev.parley.history.text.words;

/// The names of what the index keeps beside the words of each [Role].
public final class Fields {
    /// Path of the file a turn, or a state, is of.
    public static final String FILE = "file";

    /// `provider:id` of the session a turn is of.
    public static final String SESSION = "session";

    public static final String PROVIDER = "provider";
    public static final String MODEL = "model";
    public static final String TOOL = "tool";

    /// When the turn began, in milliseconds.
    public static final String TIME = "time";

    /// The number of the turn's first event.
    public static final String FIRST = "first";

    /// Of a turn [TurnFacts], of a file [FileState].
    public static final String FACTS = "facts";

    /// The beginnings of texts that cannot be read again from their file.
    public static final String TEXT = "text";

    /// Path of a file that is indexed, and how far.
    public static final String STATE = "state";

    private Fields() {}
}
