package dev.parley.room;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/// Tells thanks and applause from what the others could answer, in any language: by what was said
/// before, not by its words.
///
/// Something gives no reason to go on when an agent has said nearly the same already, or when it is
/// a few words that ask nothing, name nothing and share no word with what is talked about, and
/// nobody has said more than that since its author spoke last. So the first short answer of each
/// agent counts, and so does every answer to a question. Where it is not clear, the talk goes on:
/// the limits of the room end it in any case.
final class SmallTalk {
    private static final int MOST_WORDS = 12;

    /// Whoever says more than this has a subject, whatever it is.
    private static final int MANY_WORDS = 25;

    private static final double NEARLY_THE_SAME = 0.9;

    private static final Pattern MENTION = Pattern.compile("(?<![\\w@./-])@[A-Za-z0-9][\\w-]*");
    private static final Pattern QUESTION =
            Pattern.compile("[?\\u037e\\u055e\\u061f\\u1367\\u2e2e\\ufe56\\uff1f]|\\p{IsGreek};");

    /// A number, code, an address or path, a quotation, more than one line.
    private static final Pattern NAMES_SOMETHING =
            Pattern.compile(
                    "\\p{N}|`|://|\\w[/_.:]\\w|\\p{Ll}\\p{Lu}|[\"“”„«»「『]|\\S\\s*\\n\\s*\\S");

    /// @param asks whether it wants an answer
    /// @param isSmall whether by itself it is a few words about nothing in particular
    /// @param hasSubject whether its words tell what is talked about
    private record Said(
            String agent, Phrase words, boolean asks, boolean isSmall, boolean hasSubject) {}

    private final List<Said> before = new ArrayList<>();
    private final Set<String> subject = new HashSet<>();

    /// @param question what a person wrote; if it asks nothing, it may be thanks as well
    SmallTalk(String question) {
        var said = said("", question);
        if (said.asks()) {
            subject.addAll(said.words().stems());
        }
    }

    /// Whether what was said gives the others a reason to go on. It is remembered.
    boolean isNews(Answer answer) {
        if (answer.kind() != Answer.Kind.SAID) {
            return false;
        }
        var said = said(answer.agent(), answer.text());
        var isAnswer = !before.isEmpty() && before.getLast().asks();
        var isNews =
                isAnswer
                        || !(said.words().words().isEmpty()
                                || isRepeated(said)
                                || isOnlySmallTalk(said));
        before.add(said);
        if (said.hasSubject()) {
            subject.addAll(said.words().stems());
        }
        return isNews;
    }

    private Said said(String agent, String text) {
        var plain = MENTION.matcher(text).replaceAll(" ").strip();
        var words = Phrase.of(plain);
        var asks = QUESTION.matcher(plain).find();
        var names = NAMES_SOMETHING.matcher(plain).find();
        var isOnSubject = words.stems().stream().anyMatch(subject::contains);
        return new Said(
                agent,
                words,
                asks,
                !asks && !names && !isOnSubject && words.length() <= MOST_WORDS,
                asks || names || isOnSubject || words.length() > MANY_WORDS);
    }

    private boolean isRepeated(Said said) {
        return before.stream().anyMatch(other -> likeness(said, other) >= NEARLY_THE_SAME);
    }

    private static double likeness(Said one, Said other) {
        var words = one.words().words();
        var others = other.words().words();
        var shared = words.stream().filter(others::contains).count();
        var all = words.size() + others.size() - shared;
        return all == 0 ? 1 : (double) shared / all;
    }

    /// Since it spoke last, if it did.
    private boolean isOnlySmallTalk(Said said) {
        if (!said.isSmall()) {
            return false;
        }
        for (var other : before.reversed()) {
            if (!other.isSmall()) {
                return false;
            }
            if (other.agent().equals(said.agent())) {
                return true;
            }
        }
        return false;
    }
}
