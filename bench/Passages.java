import java.util.SplittableRandom;
import java.util.UUID;

/// Prose, code, logs and lists, escaped for a JSON string.
final class Passages {
    /// In every session; in few; in a few as these three words in this order.
    static final String COMMON = "error";

    static final String RARE = "quokkaberry";
    static final String PHRASE = "retry budget exhausted";

    private static final String HEX = "0123456789abcdef";
    private static final String BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    private static final String[] LEVELS = {"INFO ", "DEBUG", "WARN ", "ERROR"};

    private final Vocabulary vocabulary;
    private final SplittableRandom random;
    private final int project;

    Passages(Vocabulary vocabulary, SplittableRandom random, int project) {
        this.vocabulary = vocabulary;
        this.random = random;
        this.project = project;
    }

    void prose(Text to, int words) {
        var sentence = 0;
        for (var left = words; left > 0; left--) {
            if (random.nextInt(12) == 0) {
                to.put('`').put(vocabulary.identifier(random)).put('`');
            } else if (random.nextInt(40) == 0) {
                to.put(vocabulary.path(random, project));
            } else {
                to.put(vocabulary.word(random));
            }
            sentence++;
            if (left == 1 || sentence > 5 && random.nextInt(10) == 0) {
                sentence = 0;
                to.put(left > 1 && random.nextInt(5) == 0 ? ".\\n\\n" : left > 1 ? ". " : ".");
            } else {
                to.put(random.nextInt(11) == 0 ? ", " : " ");
            }
        }
    }

    void path(Text to) {
        to.put(vocabulary.path(random, project));
    }

    /// What a command or a file shows, in about so many bytes.
    void toolOutput(Text to, int size) {
        var kind = random.nextInt(10);
        var end = to.length() + size;
        while (to.length() < end) {
            switch (kind) {
                case 0, 1 -> logLine(to);
                case 2, 3, 4 -> found(to);
                case 5 -> {
                    path(to);
                    to.put("\\n");
                }
                default -> codeLine(to);
            }
        }
        if (random.nextInt(2_000) == 0) {
            to.put(RARE).put("\\n");
        }
    }

    void codeLine(Text to) {
        for (var depth = random.nextInt(4); depth > 0; depth--) {
            to.put("    ");
        }
        switch (random.nextInt(8)) {
            case 0 -> {
                to.put("// ");
                prose(to, 4 + random.nextInt(8));
            }
            case 1 -> to.put("}");
            case 2 -> to.put("");
            case 3 -> {
                to.put("if (").put(vocabulary.identifier(random)).put(" != null && ");
                to.put(vocabulary.identifier(random)).put("(").put(random.nextInt(1000)).put(")) {");
            }
            case 4 -> {
                to.put("log.info(\\\"").put(vocabulary.word(random)).put(' ').put(vocabulary.word(random));
                to.put(": {}\\\", ").put(vocabulary.identifier(random)).put(");");
            }
            default -> {
                to.put("var ").put(vocabulary.identifier(random)).put(" = ").put(vocabulary.identifier(random));
                to.put('.').put(vocabulary.identifier(random)).put('(').put(vocabulary.identifier(random)).put(");");
            }
        }
        to.put("\\n");
    }

    private void logLine(Text to) {
        to.put("2026-10-").put(10 + random.nextInt(20)).put(' ').put(10 + random.nextInt(14)).put(':').put(10 + random.nextInt(50));
        to.put(' ').put(LEVELS[random.nextInt(LEVELS.length)]).put(" [").put(vocabulary.identifier(random)).put("] ");
        if (random.nextInt(4_000) == 0) {
            to.put(PHRASE).put(' ');
        }
        for (var left = 3 + random.nextInt(8); left > 0; left--) {
            to.put(vocabulary.word(random)).put(' ');
        }
        to.put("id=");
        hex(to, 12);
        to.put(" took ").put(random.nextInt(5_000)).put(" ms\\n");
    }

    private void found(Text to) {
        path(to);
        to.put(':').put(1 + random.nextInt(900)).put(':');
        codeLine(to);
    }

    void hex(Text to, int digits) {
        for (var left = digits; left > 0; left--) {
            to.put(HEX.charAt(random.nextInt(16)));
        }
    }

    /// What a provider sealed: no words in it.
    void sealed(Text to, int characters) {
        for (var left = characters; left > 0; left -= 8) {
            var bits = random.nextLong();
            for (var part = 0; part < 8; part++, bits >>>= 6) {
                to.put(BASE64.charAt((int) (bits & 63)));
            }
        }
        to.put("==");
    }

    String uuid() {
        return new UUID(random.nextLong() & ~0xf000L | 0x4000L, random.nextLong() >>> 2 | 1L << 63).toString();
    }

    /// An id that begins with its time, as Codex makes them.
    String uuid(long millis) {
        return new UUID(millis << 16 | 0x7000 | random.nextInt(1 << 12), random.nextLong() >>> 2 | 1L << 63).toString();
    }

    /// Mostly small, sometimes large: about e to the normal distribution.
    int skewed(int median, double spread, int most) {
        var normal = Math.sqrt(-2 * Math.log(1 - random.nextDouble())) * Math.cos(2 * Math.PI * random.nextDouble());
        return (int) Math.min(most, median * Math.exp(spread * normal));
    }

    int below(int bound) {
        return random.nextInt(bound);
    }
}
