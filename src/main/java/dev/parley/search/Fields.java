package dev.parley.search;

/// The names of what the index keeps beside the words of each [Role].
final class Fields {
    /// Path of the file a turn, or a state, is of.
    static final String FILE = "file";

    /// `provider:id` of the session a turn is of.
    static final String SESSION = "session";

    static final String PROVIDER = "provider";
    static final String MODEL = "model";
    static final String TOOL = "tool";

    /// When the turn began, in milliseconds.
    static final String TIME = "time";

    /// The number of the turn's first event.
    static final String FIRST = "first";

    /// Of a turn [TurnFacts], of a file [FileState].
    static final String FACTS = "facts";

    /// The beginnings of texts that cannot be read again from their file.
    static final String TEXT = "text";

    /// Path of a file that is indexed, and how far.
    static final String STATE = "state";

    private Fields() {}
}
