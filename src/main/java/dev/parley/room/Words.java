package dev.parley.room;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// Reads what a message amounts to.
final class Words {
    private static final Pattern PASS =
            Pattern.compile("(?i)[\\s*_`\"'(\\[]*pass[\\s*_`\"')\\].!]*");
    private static final Pattern BETWEEN = Pattern.compile("[^\\p{L}\\p{N}']+");

    /// A message of nothing but these says nothing that could be answered.
    private static final Set<String> COURTESIES =
            Set.of(
                    "thanks",
                    "thank",
                    "thx",
                    "cheers",
                    "you",
                    "you're",
                    "your",
                    "welcome",
                    "very",
                    "so",
                    "much",
                    "a",
                    "lot",
                    "great",
                    "good",
                    "nice",
                    "perfect",
                    "excellent",
                    "wonderful",
                    "awesome",
                    "sounds",
                    "looks",
                    "to",
                    "me",
                    "my",
                    "pleasure",
                    "i",
                    "agree",
                    "agreed",
                    "fully",
                    "completely",
                    "absolutely",
                    "exactly",
                    "indeed",
                    "yes",
                    "ok",
                    "okay",
                    "sure",
                    "all",
                    "done",
                    "well",
                    "said",
                    "point",
                    "work",
                    "job",
                    "help",
                    "for",
                    "the",
                    "it",
                    "was",
                    "is",
                    "with",
                    "that",
                    "this",
                    "and",
                    "too",
                    "no",
                    "problem",
                    "any",
                    "time",
                    "anytime",
                    "happy",
                    "glad",
                    "likewise",
                    "same",
                    "here",
                    "as",
                    "appreciate",
                    "appreciated",
                    "kind",
                    "words",
                    "of",
                    "both",
                    "everyone",
                    "team",
                    "bye",
                    "again");

    private static final int LONGEST_COURTESY = 16;

    private Words() {}

    /// An agent that says nothing passes, too.
    static boolean isPass(String text) {
        return text.isBlank() || PASS.matcher(text).matches();
    }

    /// Thanks and applause: it may be said, and is no reason to go on.
    static boolean isCourtesy(String text) {
        var words =
                BETWEEN.splitAsStream(text.toLowerCase(Locale.ROOT).replaceAll("@[\\w-]+", " "))
                        .filter(word -> !word.isEmpty())
                        .toList();
        return words.size() <= LONGEST_COURTESY && COURTESIES.containsAll(words);
    }
}
