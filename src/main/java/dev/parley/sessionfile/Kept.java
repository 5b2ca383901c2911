package dev.parley.sessionfile;

/// What a CLI goes on with beside the summary of a conversation that it made shorter: each forgets
/// another part of what was said before.
public sealed interface Kept {
    /// The summary stands alone.
    record Nothing() implements Kept {}

    /// The end of the conversation, from a line of the session on.
    record Since(int node) implements Kept {}

    /// The last turns, as many.
    record Turns(int count) implements Kept {}

    /// What the person said, not what was answered: the last of it.
    record Prompts() implements Kept {}

    Kept NOTHING = new Nothing();
    Kept PROMPTS = new Prompts();
}
