package dev.parley.portable;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/// How the sessions of one CLI are written.
public interface NativeFormat {
    ToolNames tools();

    /// A new session. Writes nothing by itself.
    NativeDraft draft(Destination to, Heading heading);

    /// A prompt as the CLI takes it for one.
    default String prompt(String text) {
        return text;
    }

    /// Whether it passes what another model thought on to its own as thinking.
    default boolean keepsThinking() {
        return false;
    }

    /// Whether it must be told the model with which a session goes on.
    default boolean needsModel() {
        return false;
    }

    /// The model that the CLI is set to, for one that must be told it.
    default Optional<String> usualModel(Map<String, String> environment) {
        return Optional.empty();
    }

    /// Arguments with which the CLI itself takes a session away; empty where its files are deleted.
    default List<String> deleting(String nativeId) {
        return List.of();
    }

    /// What a person has to know who goes on there; empty if nothing.
    default String advice() {
        return "";
    }
}
