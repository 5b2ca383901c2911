package dev.parley.sessionfile;

import java.util.ArrayList;
import java.util.List;

/// The name of a file or folder in which `*` stands for any characters. A regular expression would
/// do, but is made for every folder and asked for every file of a machine.
public final class NamePattern {
    private final String beginning;
    private final List<String> middle;
    private final String end;
    private final boolean isPlain;

    private NamePattern(List<String> parts) {
        beginning = parts.getFirst();
        end = parts.getLast();
        isPlain = parts.size() == 1;
        middle = isPlain ? List.of() : List.copyOf(parts.subList(1, parts.size() - 1));
    }

    public static NamePattern of(String pattern) {
        var parts = new ArrayList<String>();
        var from = 0;
        for (var star = pattern.indexOf('*'); star >= 0; star = pattern.indexOf('*', from)) {
            parts.add(pattern.substring(from, star));
            from = star + 1;
        }
        parts.add(pattern.substring(from));
        return new NamePattern(parts);
    }

    public boolean matches(String name) {
        if (isPlain) {
            return name.equals(beginning);
        }
        var last = name.length() - end.length();
        if (last < beginning.length() || !name.startsWith(beginning) || !name.endsWith(end)) {
            return false;
        }
        var at = beginning.length();
        for (var part : middle) {
            var found = name.indexOf(part, at);
            if (found < 0 || found + part.length() > last) {
                return false;
            }
            at = found + part.length();
        }
        return true;
    }
}
