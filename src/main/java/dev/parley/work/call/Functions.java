package dev.parley.work.call;

import java.util.List;
import java.util.Set;

/// The functions a client brings along, and which of them it wants called.
///
/// @param only the names of those that may be called; empty: all
/// @param parallel whether several may be called at once
public record Functions(
        List<ClientFunction> list, Choice choice, Set<String> only, boolean parallel) {
    public static final Functions NONE = new Functions(List.of(), Choice.AUTO, Set.of(), true);

    /// Whether the agent calls one.
    public enum Choice {
        /// As it likes.
        AUTO,
        /// It must not.
        NONE,
        /// It must.
        REQUIRED
    }

    public Functions {
        list = List.copyOf(list);
        only = Set.copyOf(only);
    }

    public boolean isEmpty() {
        return list.isEmpty();
    }

    boolean permits(ClientFunction function) {
        return choice != Choice.NONE && (only.isEmpty() || only.contains(function.fullName()));
    }
}
