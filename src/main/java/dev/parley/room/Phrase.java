package dev.parley.room;

import java.lang.Character.UnicodeScript;
import java.text.Normalizer;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;

/// The words of a text in any script, in lower case. Where words are not parted by spaces, runs of
/// a few characters stand for them.
///
/// @param stems the beginnings of those that are long enough to mean something
/// @param length about how many words it has
record Phrase(Set<String> words, Set<String> stems, int length) {
    private static final int STEM = 5;
    private static final Pattern RUN = Pattern.compile("[\\p{L}\\p{M}\\p{N}'’]+");

    /// How a script parts words.
    private enum Script {
        SPACED(0, true),
        CHINESE(2, true),
        /// Mostly endings and little words.
        HIRAGANA(3, false),
        KATAKANA(3, true),
        UNSPACED_LETTERS(4, true);

        /// How many characters are about a word; 0 where there are spaces.
        private final int size;

        /// Whether a word of it tells what a text is about.
        private final boolean meansMuch;

        Script(int size, boolean meansMuch) {
            this.size = size;
            this.meansMuch = meansMuch;
        }

        /// @param before of the character before, to which marks and digits belong
        static Script of(int codePoint, Script before) {
            return switch (UnicodeScript.of(codePoint)) {
                case COMMON, INHERITED -> before;
                case HAN -> CHINESE;
                case HIRAGANA -> HIRAGANA;
                case KATAKANA -> KATAKANA;
                case THAI, LAO, KHMER, MYANMAR -> UNSPACED_LETTERS;
                default -> SPACED;
            };
        }
    }

    Phrase {
        words = Set.copyOf(words);
        stems = Set.copyOf(stems);
    }

    static Phrase of(String text) {
        var words = new LinkedHashSet<String>();
        var stems = new HashSet<String>();
        var length = new int[1];
        eachRun(
                text,
                (run, script) -> {
                    var parts = parts(run, script.size);
                    words.addAll(parts);
                    for (var part : parts) {
                        var least = script.size == 0 ? STEM : script.size;
                        if (script.meansMuch && part.length() >= least) {
                            stems.add(part.substring(0, least));
                        }
                    }
                    length[0] += script.size == 0 ? 1 : (run.length() - 1) / script.size + 1;
                });
        return new Phrase(words, stems, length[0]);
    }

    /// All runs of so many characters.
    private static Set<String> parts(String run, int size) {
        var points = run.codePoints().toArray();
        if (size == 0 || points.length <= size) {
            return Set.of(run);
        }
        var parts = new LinkedHashSet<String>();
        for (var at = 0; at + size <= points.length; at++) {
            parts.add(new String(points, at, size));
        }
        return parts;
    }

    /// A run ends where another script begins.
    private static void eachRun(String text, BiConsumer<String, Script> each) {
        var normal = Normalizer.normalize(text, Normalizer.Form.NFKC).toLowerCase(Locale.ROOT);
        var runs = RUN.matcher(normal);
        while (runs.find()) {
            var run = runs.group();
            var from = 0;
            var script = Script.of(run.codePointAt(0), Script.SPACED);
            for (var at = 0; at < run.length(); at += Character.charCount(run.codePointAt(at))) {
                var next = Script.of(run.codePointAt(at), script);
                if (next != script) {
                    each.accept(run.substring(from, at), script);
                    from = at;
                    script = next;
                }
            }
            each.accept(run.substring(from), script);
        }
    }
}
