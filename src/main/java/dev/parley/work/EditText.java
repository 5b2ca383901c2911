package dev.parley.work;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.problem.Problem;
import dev.parley.process.Executables;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.UUID;

/// Lets a person change a text in the editor of `$VISUAL` or `$EDITOR`, in this terminal. The file
/// stays until it is [#done]: a mistake in it costs nobody what was written.
public final class EditText {
    private static final long LARGEST = 1024 * 1024;

    private final Supervisor supervisor;
    private final Map<String, String> environment;
    private final Path directory;

    /// @param environment the variables Parley was started with; the editor gets all of them
    /// @param directory where the files are
    public EditText(Supervisor supervisor, Map<String, String> environment, Path directory) {
        this.supervisor = supervisor;
        this.environment = environment;
        this.directory = directory;
    }

    /// A file with a text in it.
    ///
    /// @param name what it is called, beside something that is its own
    public Path begin(String name, String text) {
        return begin(name, ".md", text);
    }

    /// @param ending of the file's name, by which editors know what is in it
    public Path begin(String name, String ending, String text) {
        var own = UUID.randomUUID().toString().substring(0, 8);
        var file = directory.resolve(name + "-" + own + ending);
        try {
            PrivateFiles.write(file, text.getBytes(StandardCharsets.UTF_8));
            return file;
        } catch (IOException e) {
            throw DiskProblem.ofData(directory, e);
        }
    }

    /// @param starting run when nothing is left to refuse: the editor has the terminal from then on
    /// @return what the file says when the editor has ended
    public String edit(Path file, Runnable starting) throws InterruptedException {
        var editor = environment.getOrDefault("VISUAL", environment.getOrDefault("EDITOR", "vi"));
        var words = new ArrayList<>(Executables.words(editor.isBlank() ? "vi" : editor));
        var program =
                Executables.find(words.getFirst(), environment.getOrDefault("PATH", ""))
                        .orElseThrow(() ->
                                Problem.invalid(
                                        "There is no editor \"" + words.getFirst() + "\".",
                                        "Name one in the variable EDITOR; the text is in " + file));
        words.set(0, program.toString());
        words.add(file.toString());
        starting.run();
        var code =
                supervisor.runInForeground(
                        new Launch(words, directory, environment, Long.MAX_VALUE));
        if (code != 0) {
            throw Problem.invalid(
                    "The editor ended with " + code + ", so nothing was changed.",
                    "What you wrote is in " + file);
        }
        return read(file);
    }

    private static String read(Path file) {
        try {
            if (Files.size(file) <= LARGEST) {
                return Files.readString(file);
            }
        } catch (IOException e) {
            throw Problem.invalid(
                            "The file cannot be read: " + e.getMessage(),
                            "It has to be UTF-8 text: " + file)
                    .causedBy(e);
        }
        throw Problem.invalid("The file is larger than 1 MB.", "What you wrote is in " + file);
    }

    /// The file is not needed any more.
    public void done(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException _) {
            // It is private, and small.
        }
    }
}
