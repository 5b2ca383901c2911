package dev.parley.door.http;

import java.util.stream.Stream;

/// What a browser is called in a list: `Safari on iPhone`.
final class BrowserName {
    private BrowserName() {}

    /// @param userAgent what it says of itself
    static String of(String userAgent) {
        var browser =
                first(
                        userAgent,
                        "Edg:Edge",
                        "OPR:Opera",
                        "Firefox",
                        "FxiOS:Firefox",
                        "CriOS:Chrome",
                        "Chrome",
                        "Safari");
        var system =
                first(userAgent, "iPhone", "iPad", "Android", "Windows", "Mac OS:macOS", "Linux");
        return system.isEmpty()
                ? browser.isEmpty() ? "Browser" : browser
                : (browser.isEmpty() ? "Browser" : browser) + " on " + system;
    }

    /// Each as it is written, or as it is written and called.
    private static String first(String text, String... names) {
        return Stream.of(names)
                .map(name -> name.split(":", 2))
                .filter(name -> text.contains(name[0]))
                .map(name -> name[name.length - 1])
                .findFirst()
                .orElse("");
    }
}
