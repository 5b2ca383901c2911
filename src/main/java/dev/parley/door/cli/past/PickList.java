package dev.parley.door.cli.past;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/// A list of which one is picked by typing some of its words, in any order. Knows no terminal.
final class PickList<T> {
    private final List<T> all;
    private final Function<T, String> words;
    private final StringBuilder typed = new StringBuilder();
    private List<T> fitting;
    private int chosen;

    /// @param words what one is found by
    PickList(List<T> all, Function<T, String> words) {
        this.all = List.copyOf(all);
        this.words = words;
        fitting = this.all;
    }

    void type(String text) {
        typed.append(text);
        find();
    }

    void erase() {
        if (!typed.isEmpty()) {
            typed.setLength(typed.offsetByCodePoints(typed.length(), -1));
            find();
        }
    }

    void eraseAll() {
        typed.setLength(0);
        find();
    }

    private void find() {
        var wanted = Arrays.asList(typed.toString().toLowerCase(Locale.ROOT).strip().split("\\s+"));
        fitting =
                all.stream()
                        .filter(one -> {
                            var text = words.apply(one).toLowerCase(Locale.ROOT);
                            return wanted.stream().allMatch(text::contains);
                        })
                        .toList();
        chosen = 0;
    }

    /// Goes so many further down, and no further than the list.
    void move(int by) {
        chosen = Math.clamp(chosen + (long) by, 0, Math.max(0, fitting.size() - 1));
    }

    String typed() {
        return typed.toString();
    }

    int found() {
        return fitting.size();
    }

    Optional<T> chosen() {
        return fitting.isEmpty() ? Optional.empty() : Optional.of(fitting.get(chosen));
    }

    /// So many of them, with the chosen one.
    List<T> shown(int most) {
        var from = Math.clamp(chosen - most + 1, 0, fitting.size());
        return fitting.subList(from, Math.min(fitting.size(), from + most));
    }
}
