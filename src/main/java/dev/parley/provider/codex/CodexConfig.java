package dev.parley.provider.codex;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// What Parley needs to know of a user's `config.toml`.
final class CodexConfig {
    private static final String USUAL = "openai";
    private static final long LONGEST = 1024 * 1024;
    private static final Pattern PROVIDER =
            Pattern.compile("model_provider\\s*=\\s*[\"']([^\"']{1,200})[\"'].*");

    private CodexConfig() {}

    /// @param home where Codex keeps its files
    static String modelProvider(Path home) {
        var file = home.resolve("config.toml");
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LONGEST) {
                return USUAL;
            }
            for (var line : Files.readAllLines(file)) {
                var text = line.strip();
                if (text.startsWith("[")) {
                    break; // what follows belongs to a table
                }
                var found = PROVIDER.matcher(text);
                if (found.matches()) {
                    return found.group(1);
                }
            }
            return USUAL;
        } catch (IOException _) {
            return USUAL;
        }
    }
}
