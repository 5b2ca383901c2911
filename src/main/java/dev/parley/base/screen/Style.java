package dev.parley.base.screen;

import java.util.regex.Pattern;

/// How Parley sets words apart on a terminal. Styles add up with [#and].
///
/// @param begin the sequence that begins it; none for plain text
public record Style(String begin) {
    public static final Style PLAIN = new Style("");
    public static final Style BOLD = of(1);
    public static final Style DIM = of(2);
    public static final Style ITALIC = of(3);
    public static final Style UNDERLINED = of(4);
    public static final Style RED = of(31);
    public static final Style GREEN = of(32);
    public static final Style YELLOW = of(33);
    public static final Style CYAN = of(36);

    private static final Pattern COLOUR = Pattern.compile("#\\p{XDigit}{6}");

    /// The cube of colours that every terminal of today knows: six steps of each, from 16 on.
    private static final int CUBE = 16;

    private static final int STEPS = 6;

    private static Style of(int code) {
        return new Style("\u001b[" + code + "m");
    }

    /// A colour as the web writes it, `#D97757`; anything else is plain.
    public static Style colour(String web) {
        if (!COLOUR.matcher(web).matches()) {
            return PLAIN;
        }
        var number = CUBE + STEPS * (STEPS * step(web, 1) + step(web, 3)) + step(web, 5);
        return new Style("\u001b[38;5;" + number + "m");
    }

    private static int step(String web, int at) {
        var part = Integer.parseInt(web.substring(at, at + 2), 16);
        return Math.round(part * (STEPS - 1) / 255f);
    }

    public Style and(Style other) {
        return new Style(begin + other.begin);
    }
}
