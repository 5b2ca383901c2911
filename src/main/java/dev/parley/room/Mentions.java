package dev.parley.room;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/// Who is spoken to: `@name`, in the order of the text.
public final class Mentions {
    private static final Pattern MENTION = Pattern.compile("(?<![\\w@./-])@([A-Za-z0-9][\\w-]*)");

    private Mentions() {}

    public static List<String> in(String text, List<String> agents) {
        return MENTION.matcher(text)
                .results()
                .map(found -> found.group(1).toLowerCase(Locale.ROOT))
                .filter(agents::contains)
                .distinct()
                .toList();
    }
}
