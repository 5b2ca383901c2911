package dev.parley.door.cli.shared;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Options of a command that is said in the usual words, read without picocli.
public final class PlainOptions {
    private PlainOptions() {}

    /// Options by their names, each at most once; a flag has an empty value.
    ///
    /// @return nothing if there is anything else among the words
    public static Optional<Map<String, String>> read(
            List<String> words, Set<String> flags, Set<String> valued) {
        var options = new HashMap<String, String>();
        for (var at = 0; at < words.size(); at++) {
            var word = words.get(at);
            var isValued = valued.contains(word) && at + 1 < words.size();
            var value = isValued ? words.get(++at) : "";
            var isPlain =
                    isValued ? !value.isEmpty() && value.charAt(0) != '-' : flags.contains(word);
            if (!isPlain || options.put(word, value) != null) {
                return Optional.empty();
            }
        }
        return Optional.of(options);
    }
}
