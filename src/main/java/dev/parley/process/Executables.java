package dev.parley.process;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds programs, the way a shell would.
public final class Executables {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    private Executables() {}

    /// Where `name` is: a path as it is, a bare name by the directories of `path`.
    public static Optional<Path> find(String name, String path) {
        if (name.contains("/")) {
            return Optional.of(Path.of(name))
                    .filter(Executables::isProgram)
                    .map(Path::toAbsolutePath);
        }
        for (var directory : path.split(File.pathSeparator, -1)) {
            var candidate = Path.of(directory).resolve(name);
            if (!directory.isEmpty() && isProgram(candidate)) {
                return Optional.of(candidate.toAbsolutePath());
            }
        }
        return Optional.empty();
    }

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    /// A command as people put it into a variable: a path that may have spaces, or words, quoted
    /// where needed.
    public static List<String> words(String command) {
        if (isProgram(Path.of(command.strip()))) {
            return List.of(command.strip());
        }
        var words = new ArrayList<String>();
        var matcher = WORD.matcher(command);
        while (matcher.find()) {
            for (var group = 1; group <= 3; group++) {
                if (matcher.group(group) != null) {
                    words.add(matcher.group(group));
                }
            }
        }
        return words;
    }
}
