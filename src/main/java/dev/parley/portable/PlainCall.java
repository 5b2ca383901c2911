package dev.parley.portable;

import java.util.Map;
import java.util.Set;

/// A call of one of the tools that every CLI has, whatever it calls it.
///
/// @param arguments as [Kind#needs] and [Kind#may] name them
public record PlainCall(Kind kind, Map<String, String> arguments) {
    public PlainCall {
        arguments = Map.copyOf(arguments);
    }

    /// The tools there are everywhere.
    public enum Kind {
        SHELL(Set.of("command"), Set.of()),
        READ(Set.of("path"), Set.of()),
        WRITE(Set.of("path", "content"), Set.of()),
        EDIT(Set.of("path", "old", "new"), Set.of()),
        GREP(Set.of("pattern"), Set.of("path")),
        GLOB(Set.of("pattern"), Set.of());

        private final Set<String> needs;
        private final Set<String> may;

        Kind(Set<String> needs, Set<String> may) {
            this.needs = needs;
            this.may = may;
        }

        public Set<String> needs() {
            return needs;
        }

        public Set<String> may() {
            return may;
        }
    }

    public String argument(String name) {
        return arguments.getOrDefault(name, "");
    }

    public boolean has(String name) {
        return arguments.containsKey(name);
    }
}
