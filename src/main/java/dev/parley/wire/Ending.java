package dev.parley.wire;

import java.util.regex.Pattern;

/// How a process ended by itself: its exit code and the end of its standard error, without the
/// colors some give it.
public record Ending(int exitCode, String lastWords) {
    private static final Pattern COLOR = Pattern.compile("\u001b\\[[\\d;]*m");

    public Ending {
        lastWords = COLOR.matcher(lastWords).replaceAll("");
    }
}
