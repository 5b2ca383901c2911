package dev.parley.door.cli;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Whether a command prints in colours: as `--color` says, which may stand anywhere among its
/// words, or as the environment does (`NO_COLOR`, `TERM=dumb`). It is read before the streams are
/// made, so no command sees it.
///
/// @param when `auto`, `always` or `never`; null if it is anything else
/// @param words the other words
public record ColourChoice(@Nullable When when, List<String> words) {
    public static final String OPTION = "--color";

    /// When there are colours.
    public enum When {
        /// Where somebody sees them.
        AUTO,
        ALWAYS,
        NEVER
    }

    public static ColourChoice of(String... args) {
        var words = new ArrayList<String>();
        @Nullable When when = When.AUTO;
        for (var at = 0; at < args.length; at++) {
            var word = args[at];
            if (word.equals("--")) {
                words.addAll(List.of(args).subList(at, args.length));
                break;
            }
            if (word.equals(OPTION) && at + 1 < args.length) {
                at++;
                when = named(args[at]);
            } else if (word.startsWith(OPTION + "=")) {
                when = named(word.substring(OPTION.length() + 1));
            } else {
                words.add(word);
            }
        }
        return new ColourChoice(when, List.copyOf(words));
    }

    private static @Nullable When named(String word) {
        return switch (word) {
            case "auto" -> When.AUTO;
            case "always" -> When.ALWAYS;
            case "never" -> When.NEVER;
            default -> null;
        };
    }

    /// Whether styles are used on a terminal.
    public boolean hasStyles(Map<String, String> environment) {
        return when == When.ALWAYS
                || (when == When.AUTO
                        && environment.getOrDefault("NO_COLOR", "").isEmpty()
                        && !isDumb(environment));
    }

    /// A terminal that knows no sequences at all.
    public static boolean isDumb(Map<String, String> environment) {
        return environment.getOrDefault("TERM", "").equals("dumb");
    }
}
