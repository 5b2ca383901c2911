package dev.parley.work;

import dev.parley.base.disk.PrivateFiles;
import dev.parley.process.Executables;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Shows a text in the user's pager, in this terminal: `$PAGER`, or `less` where it is there. One
/// that fits the screen stays in the terminal, as git does it.
public final class Pager {
    private static final String VARIABLE = "PAGER";
    private static final String USUAL = "less";
    private static final String USUAL_OPTIONS = "FRX";

    /// Writes the text.
    @FunctionalInterface
    public interface Text {
        void writeTo(OutputStream out) throws IOException, InterruptedException;
    }

    private final Supervisor supervisor;
    private final Map<String, String> environment;
    private final Path directory;

    /// @param environment the variables Parley was started with; the pager gets all of them
    /// @param directory where the text is meanwhile
    public Pager(Supervisor supervisor, Map<String, String> environment, Path directory) {
        this.supervisor = supervisor;
        this.environment = environment;
        this.directory = directory;
    }

    /// @param starting run when nothing is left that could go wrong: the pager has the terminal
    ///   from then on
    /// @return whether it was shown; there may be no pager, or no room for the text
    public boolean show(Text text, Runnable starting) throws InterruptedException {
        var words = words();
        if (words.isEmpty()) {
            return false;
        }
        var file = directory.resolve("shown-" + UUID.randomUUID().toString().substring(0, 8));
        try {
            PrivateFiles.write(file, new byte[0]);
            try (var out = Files.newOutputStream(file)) {
                text.writeTo(out);
            }
            words.add(file.toString());
            starting.run();
            supervisor.runInForeground(new Launch(words, directory, variables(), Long.MAX_VALUE));
            return true;
        } catch (IOException _) {
            return false;
        } finally {
            delete(file);
        }
    }

    /// Whether it shows styles, as far as one can know: `less` does, unless it was told otherwise.
    public boolean showsStyles() {
        var words = words();
        var said = environment.getOrDefault("LESS", USUAL_OPTIONS);
        return !words.isEmpty()
                && Path.of(words.getFirst()).getFileName().toString().equals(USUAL)
                && (said.contains("R") || words.stream().anyMatch(word -> word.contains("R")));
    }

    /// The pager with its arguments; nothing where a text is not to be paged, or cannot be.
    private List<String> words() {
        var said = environment.getOrDefault(VARIABLE, USUAL).strip();
        if (said.isEmpty() || said.equals("cat")) {
            return List.of();
        }
        var words = new ArrayList<>(Executables.words(said));
        var program = Executables.find(words.getFirst(), environment.getOrDefault("PATH", ""));
        if (program.isEmpty()) {
            return List.of();
        }
        words.set(0, program.get().toString());
        return words;
    }

    /// `less` ends by itself where all of it fits, and leaves what it showed; it takes UTF-8 for
    /// bytes where the locale does not say otherwise.
    private Map<String, String> variables() {
        var all = new HashMap<>(environment);
        all.putIfAbsent("LESS", USUAL_OPTIONS);
        all.putIfAbsent("LESSCHARSET", "utf-8");
        return all;
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException _) {
            // It is private; what is left there is seen by nobody else.
        }
    }
}
