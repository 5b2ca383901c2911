package dev.parley.work.access;

import dev.parley.process.Executables;
import dev.parley.process.Unsupervised;

import java.io.IOException;
import java.util.List;

/// The user's browser.
public final class Browser {
    private Browser() {}

    /// Opens a link, if there is a browser. The link is on the screen, too.
    public static void open(String link) {
        var path = System.getenv().getOrDefault("PATH", "");
        for (var opener : List.of("xdg-open", "open")) {
            var program = Executables.find(opener, path);
            if (program.isPresent()) {
                try {
                    Unsupervised.start(
                            new ProcessBuilder(program.get().toString(), link)
                                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                                    .redirectError(ProcessBuilder.Redirect.DISCARD));
                } catch (IOException _) {
                    // The user can open it by hand.
                }
                return;
            }
        }
    }
}
