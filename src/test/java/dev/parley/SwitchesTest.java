package dev.parley;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// A switch over events or actions names them all, so that the compiler finds the next one to write
/// when one is added.
class SwitchesTest {
    private static final Pattern SWITCH = Pattern.compile("\\bswitch \\([^{]*\\) \\{");
    private static final Pattern OVER_OURS = Pattern.compile("\\bcase (Event|Action)\\.");
    private static final Pattern DEFAULT = Pattern.compile("\\bdefault ->");

    @Test
    void noneOverEventsOrActionsHasADefault() throws IOException {
        var found = new ArrayList<String>();
        try (var files = Files.walk(Path.of("src/main/java"))) {
            for (var file : files.filter(it -> it.toString().endsWith(".java")).toList()) {
                for (var body : switches(Files.readString(file))) {
                    if (OVER_OURS.matcher(body).find() && DEFAULT.matcher(body).find()) {
                        found.add(file + ": " + body.strip().lines().findFirst().orElse(""));
                    }
                }
            }
        }
        assertThat(found).isEmpty();
    }

    private static List<String> switches(String text) {
        return SWITCH.matcher(text).results().map(it -> body(text, it.end())).toList();
    }

    /// Its own cases, without what is in braces among them.
    private static String body(String text, int from) {
        var own = new StringBuilder();
        var depth = 1;
        for (var at = from; depth > 0 && at < text.length(); at++) {
            var c = text.charAt(at);
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
            if (depth == 1) {
                own.append(c);
            }
        }
        return own.toString();
    }
}
