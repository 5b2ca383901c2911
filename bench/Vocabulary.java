import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/// Words, identifiers and paths, drawn by Zipf's law: the n-th is n times rarer than the first.
final class Vocabulary {
    private static final int WORDS = 40_000;
    private static final int IDENTIFIERS = 20_000;
    private static final int PATHS = 4_000;
    private static final int DRAWS = 1 << 20;

    private static final String ENGLISH =
            """
            the to of and a in is it that for on with this be as are not we can if have or from at an by will so but which when
            all was one there what do out up then more some only now also should use into them has no other than its my just
            make get here these would time first new after need want because how your let where any see way two like work
            each want before does look most same us well right between back still even over such through both while down
            always never really already again naïve Größe — 日本語 ✓ once instead without against during under until rather
            """;
    private static final String TECHNICAL =
            """
            error file test return value function class name type line string list path key code method request response user
            null data server config session token event build index query field table module client object input output result
            message version import public static final private parse read write update check handle stream buffer thread cache
            node array map count number default option state state error timeout retry log debug warning commit branch merge
            fix refactor implement remove create delete insert select call interface package dependency argument parameter
            variable constant loop condition exception stack trace memory process socket connection database migration schema
            column row transaction lock queue worker task job schedule pattern regex match token lexer parser compiler
            """;
    private static final String[] SYLLABLES =
            "ba be bi bo bu ca ce co cu da de di do du fa fe fi fo ga ge go gu ha he hi ho ja jo ka ke ki la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo wa we wi xa ya yo za zo str pre tion ment er ing"
                    .split(" ");
    private static final String[] LAYERS = "api core util service model store web auth test billing search".split(" ");
    private static final String[] ENDINGS = ".java .ts .py .go .rs .md .json .sql .tsx .kt".split(" ");

    private final byte[][] words;
    private final byte[][] identifiers;
    private final byte[][] paths;
    private final int[] wordDraws;
    private final int[] identifierDraws;
    private final int[] pathDraws;

    Vocabulary(SplittableRandom random) {
        var plain = new ArrayList<String>();
        var english = ENGLISH.strip().split("\\s+");
        var technical = TECHNICAL.strip().split("\\s+");
        for (var at = 0; at < english.length; at++) {
            plain.add(english[at]);
            if (at < technical.length) {
                plain.add(technical[at]);
            }
        }
        while (plain.size() < WORDS) {
            plain.add(invented(random));
        }
        var names = new ArrayList<String>();
        while (names.size() < IDENTIFIERS) {
            names.add(identifier(random, technical, plain));
        }
        var files = new ArrayList<String>();
        while (files.size() < PATHS) {
            files.add("src/" + pick(random, LAYERS) + "/" + pick(random, technical) + "/" + names.get(random.nextInt(IDENTIFIERS))
                    + pick(random, ENDINGS));
        }
        words = bytes(plain);
        identifiers = bytes(names);
        paths = bytes(files);
        wordDraws = draws(words.length);
        identifierDraws = draws(identifiers.length);
        pathDraws = draws(paths.length);
    }

    private static String invented(SplittableRandom random) {
        var word = new StringBuilder();
        for (var left = 2 + random.nextInt(3); left > 0; left--) {
            word.append(pick(random, SYLLABLES));
        }
        return word.toString();
    }

    private static String identifier(SplittableRandom random, String[] technical, List<String> plain) {
        var name = new StringBuilder(pick(random, technical));
        for (var left = 1 + random.nextInt(2); left > 0; left--) {
            var part = random.nextInt(4) > 0 ? pick(random, technical) : plain.get(300 + random.nextInt(WORDS - 300));
            name.append(Character.toUpperCase(part.charAt(0))).append(part, 1, part.length());
        }
        return name.toString();
    }

    private static String pick(SplittableRandom random, String[] from) {
        return from[random.nextInt(from.length)];
    }

    private static byte[][] bytes(List<String> texts) {
        return texts.stream().map(text -> text.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    }

    /// A table to draw from with one random number: each rank as often as its share, at least once.
    private static int[] draws(int ranks) {
        var weight = 0.0;
        for (var rank = 1; rank <= ranks; rank++) {
            weight += 1.0 / rank;
        }
        var table = new int[DRAWS];
        var sum = 0.0;
        var rank = 0;
        for (var at = 0; at < DRAWS; at++) {
            while (rank < ranks - 1 && sum + 1.0 / (rank + 1) < weight * at / DRAWS) {
                sum += 1.0 / ++rank;
            }
            table[at] = rank;
        }
        return table;
    }

    byte[] word(SplittableRandom random) {
        return words[wordDraws[random.nextInt(DRAWS)]];
    }

    byte[] identifier(SplittableRandom random) {
        return identifiers[identifierDraws[random.nextInt(DRAWS)]];
    }

    /// A path of the project: each has its own favourites.
    byte[] path(SplittableRandom random, int project) {
        return paths[(pathDraws[random.nextInt(DRAWS)] + 79 * project) % PATHS];
    }
}
