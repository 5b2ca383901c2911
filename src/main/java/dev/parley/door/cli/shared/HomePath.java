package dev.parley.door.cli.shared;

import java.nio.file.Path;

/// A directory as a person reads it: `~` for the home, and of a long way down only both ends.
public final class HomePath {
    private static final int FULLY_SHOWN = 3;

    private HomePath() {}

    public static Path ofTheUser() {
        var home = System.getenv().getOrDefault("HOME", "");
        return Path.of(home.isBlank() ? System.getProperty("user.home", "/") : home);
    }

    static String text(String path) {
        return text(path, ofTheUser());
    }

    public static String text(String path, Path home) {
        var shown = fromHome(path, home);
        var names = shown.split("/", -1);
        return names.length <= FULLY_SHOWN ? shown : names[0] + "/…/" + names[names.length - 1];
    }

    static String fromHome(String path) {
        return fromHome(path, ofTheUser());
    }

    private static String fromHome(String path, Path home) {
        var from = home.toString();
        var isBelow = path.equals(from) || path.startsWith(from + "/");
        return isBelow && from.length() > 1 ? "~" + path.substring(from.length()) : path;
    }
}
