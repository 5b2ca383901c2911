package dev.parley.workspace.changes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Finds the names of files in what an agent said. An agent chooses the text and the names, and
/// could make this endless, so it ends after some work: of the rest nobody knows.
final class NamedFiles {
    /// Characters that are compared; a fraction of a second.
    private static final long MOST_WORK = 300_000_000;

    private final String text;

    /// Where a name can begin, by the character there.
    private final Map<Character, List<Integer>> beginnings = new HashMap<>();

    private long left = MOST_WORK;

    NamedFiles(String text) {
        this.text = text;
        for (var at = 0; at < text.length(); at++) {
            if (at == 0 || !isPart(text.charAt(at - 1))) {
                beginnings.computeIfAbsent(text.charAt(at), _ -> new ArrayList<>()).add(at);
            }
        }
    }

    List<String> of(List<String> files) {
        return files.stream().filter(file -> !file.isEmpty() && isNamed(file)).toList();
    }

    /// As a whole name: `a.txt` is not named by `data.txt`.
    private boolean isNamed(String file) {
        for (var start : beginnings.getOrDefault(file.charAt(0), List.of())) {
            var end = start + file.length();
            if (left <= 0) {
                return false;
            }
            if (isAt(file, start) && (end == text.length() || !isPart(text.charAt(end)))) {
                return true;
            }
        }
        return false;
    }

    private boolean isAt(String file, int start) {
        var most = Math.min(file.length(), text.length() - start);
        var same = 0;
        while (same < most && file.charAt(same) == text.charAt(start + same)) {
            same++;
        }
        left -= same + 1;
        return same == file.length();
    }

    private static boolean isPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '-' || c == '.';
    }
}
