package dev.parley.sessionfile.scan;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.time.Instant;

/// The single values of a session file, checked where they are read: one that cannot be true is
/// absent, and counted. Everything behind a reader may rely on that: a sum does not overflow, a day
/// has a name, a name has room in an index. Belongs to one thread.
public final class Values {
    /// Of one request. A million requests of so many tokens can still be added up.
    public static final long MOST_TOKENS = 1_000_000_000_000L;

    /// In US dollars, of one request.
    private static final double MOST_COST = 1e9;

    /// Ids and names of models, tools, versions and branches.
    public static final int LONGEST_NAME = 500;

    /// As long as Linux allows.
    static final int LONGEST_PATH = 4096;

    /// Numbers of lines: somebody keeps a bit for each.
    private static final int MOST_LINES = 1 << 24;

    private static final Instant EARLIEST = Instant.EPOCH;
    private static final Instant LATEST = Instant.parse("2100-01-01T00:00:00Z");

    private long skipped;

    /// How many were left out.
    public long skipped() {
        return skipped;
    }

    private <T> @Nullable T checked(@Nullable T value, boolean isPossible) {
        if (isPossible) {
            return value;
        }
        skipped++;
        return null;
    }

    /// No agent wrote anything before computers counted time; a later one than this is a mistake in
    /// the unit, or made up.
    public static boolean isTime(Instant time) {
        return !time.isBefore(EARLIEST) && time.isBefore(LATEST);
    }

    public @Nullable Instant time(@Nullable Instant time) {
        return checked(time, time == null || isTime(time));
    }

    /// An ISO timestamp.
    public @Nullable Instant time(JsonNode text) {
        if (isAbsent(text)) {
            return null;
        }
        var time = text.isString() ? Timestamps.parse(text.asString()).orElse(null) : null;
        return checked(time, time != null && isTime(time));
    }

    /// Milliseconds since 1970.
    public @Nullable Instant millis(JsonNode number) {
        return seconds(number, 1000);
    }

    /// Seconds since 1970.
    public @Nullable Instant seconds(JsonNode number) {
        return seconds(number, 1);
    }

    private @Nullable Instant seconds(JsonNode number, int unit) {
        if (isAbsent(number)) {
            return null;
        }
        var millis = number.isNumber() ? number.asDouble(-1) / unit * 1000 : -1;
        var isPossible = millis >= 0 && millis < LATEST.toEpochMilli();
        return checked(Instant.ofEpochMilli(isPossible ? Math.round(millis) : 0), isPossible);
    }

    /// A count of tokens; absent ones are none.
    public long tokens(JsonNode number) {
        var tokens = tokensIfTold(number);
        return tokens == null ? 0 : tokens;
    }

    public @Nullable Long tokensIfTold(JsonNode number) {
        if (isAbsent(number)) {
            return null;
        }
        var tokens = number.isNumber() ? number.asLong(-1) : -1;
        return checked(tokens, areTokens(tokens));
    }

    static boolean areTokens(long number) {
        return number >= 0 && number <= MOST_TOKENS;
    }

    public @Nullable Double cost(JsonNode number) {
        if (isAbsent(number)) {
            return null;
        }
        var cost = number.isNumber() ? number.asDouble(-1) : -1;
        return checked(cost, cost >= 0 && cost < MOST_COST);
    }

    /// The number of a line, or of one behind it.
    public int line(JsonNode number, int otherwise) {
        var line = isAbsent(number) ? otherwise : number.isNumber() ? number.asLong(-1) : -1;
        if (isLine(line)) {
            return (int) line;
        }
        skipped++;
        return otherwise;
    }

    static boolean isLine(long number) {
        return number >= 0 && number <= MOST_LINES;
    }

    /// How a program ended.
    public @Nullable Integer exitCode(JsonNode number) {
        if (!number.isNumber()) {
            return null;
        }
        var code = number.asLong(Long.MAX_VALUE);
        return checked((int) code, code == (int) code);
    }

    /// A text where a text belongs.
    public @Nullable String text(JsonNode text) {
        return isAbsent(text) ? null : checked(text.asString(""), text.isString());
    }

    /// An id or a short name.
    public @Nullable String name(@Nullable String text) {
        return checked(text, text == null || isName(text));
    }

    public static boolean isName(String text) {
        return !text.isBlank() && text.length() <= LONGEST_NAME && isWritable(text);
    }

    public @Nullable String path(@Nullable String text) {
        return checked(text, text == null || isPath(text));
    }

    public static boolean isPath(String text) {
        return !text.isBlank() && text.length() <= LONGEST_PATH && isWritable(text);
    }

    /// A name that is needed: what is too much of it is left out.
    public String cut(String name) {
        if (name.length() <= LONGEST_NAME) {
            return name;
        }
        skipped++;
        return beginning(name, LONGEST_NAME);
    }

    /// Not more than so much of a text, and no half character.
    public static String beginning(String text, int length) {
        if (text.length() <= length) {
            return text;
        }
        var isBetween = Character.isHighSurrogate(text.charAt(length - 1));
        return text.substring(0, isBetween ? length - 1 : length);
    }

    /// Without control characters and halves of characters, which no file can be called.
    private static boolean isWritable(String text) {
        for (var at = 0; at < text.length(); at++) {
            var c = text.charAt(at);
            if (Character.isISOControl(c)) {
                return false;
            }
            if (Character.isSurrogate(c)) {
                var isPair =
                        at + 1 < text.length() && Character.isSurrogatePair(c, text.charAt(at + 1));
                if (!isPair) {
                    return false;
                }
                at++;
            }
        }
        return true;
    }

    private static boolean isAbsent(JsonNode value) {
        return value.isMissingNode() || value.isNull();
    }
}
