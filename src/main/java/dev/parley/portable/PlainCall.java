package dev.parley.portable;

import java.util.Map;
import java.util.Set;

/// A call of one of the tools that every CLI has, whatever it calls it.
///
/// @param arguments as [Kind#needs] names them
public record PlainCall(Kind kind, Map<String, String> arguments) {
    public PlainCall {
        arguments = Map.copyOf(arguments);
    }

    /// The tools there are everywhere.
    public enum Kind {
        SHELL,
        READ,
        WRITE,
        EDIT,
        GREP,
        GLOB;

        /// The arguments without which it says nothing. A search may also have a `path`.
        public Set<String> needs() {
            return switch (this) {
                case SHELL -> Set.of("command");
                case READ -> Set.of("path");
                case WRITE -> Set.of("path", "content");
                case EDIT -> Set.of("path", "old", "new");
                case GREP, GLOB -> Set.of("pattern");
            };
        }
    }

    public String argument(String name) {
        return arguments.getOrDefault(name, "");
    }

    public boolean has(String name) {
        return arguments.containsKey(name);
    }
}
