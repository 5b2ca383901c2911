package dev.parley.work.project;

import dev.parley.base.problem.Problem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads the files that go with a question. A directory stands for all that is in it and not
/// ignored. Thread-safe.
public final class ContextFiles {
    public static final int MOST_FILES = 100;
    public static final int LARGEST_FILE = 256 * 1024;
    public static final int LARGEST_SUM = 1024 * 1024;

    private static final String REMEDY =
            "Name fewer or smaller files: at most %d, each up to 256 KB, 1 MB together."
                    .formatted(MOST_FILES);

    private final ProjectFiles files;

    public ContextFiles(ProjectFiles files) {
        this.files = files;
    }

    /// The texts by their names in the project, in the order in which they were named.
    ///
    /// @param project the real path of the project
    public Map<String, String> read(Path project, List<String> names) throws InterruptedException {
        var texts = new LinkedHashMap<String, String>();
        long sum = 0;
        for (var name : names) {
            var path = ProjectFiles.inside(project, name);
            var isNamed = !Files.isDirectory(path);
            for (var file : isNamed ? List.of(path) : below(project, path)) {
                var relative = project.relativize(file).toString();
                if (texts.containsKey(relative)) {
                    continue;
                }
                var bytes = bytes(relative, file);
                var text = PlainText.of(bytes);
                if (text.isEmpty() && isNamed) {
                    throw Problem.invalid(
                            "\"" + name + "\" is no text.", "Name text files in UTF-8 only.");
                }
                if (text.isPresent()) {
                    texts.put(relative, text.get());
                    sum += bytes.length;
                }
                if (texts.size() > MOST_FILES || sum > LARGEST_SUM) {
                    throw new Problem(
                            Problem.Kind.TOO_LARGE,
                            "There is too much to go with the question.",
                            REMEDY);
                }
            }
        }
        return texts;
    }

    /// The question below the files, each between marks that it does not contain.
    public static String before(Map<String, String> texts, String question) {
        if (texts.isEmpty()) {
            return question;
        }
        var all = new StringBuilder("Files that go with this:\n");
        texts.forEach((name, text) -> {
            var mark = mark(text);
            all.append('\n').append(name).append('\n').append(mark).append('\n').append(text);
            all.append(text.endsWith("\n") ? "" : "\n").append(mark).append('\n');
        });
        return all.append('\n').append(question).toString();
    }

    private static String mark(String text) {
        var mark = "```";
        while (text.contains(mark)) {
            mark += "`";
        }
        return mark;
    }

    private List<Path> below(Path project, Path directory) throws InterruptedException {
        var found = new ArrayList<Path>();
        for (var file : files.list(project, directory)) {
            found.add(project.resolve(file));
        }
        return found;
    }

    private static byte[] bytes(String name, Path file) {
        try (var in = Files.newInputStream(file)) {
            if (!Files.isRegularFile(file)) {
                throw new IOException("it is no regular file");
            }
            var bytes = in.readNBytes(LARGEST_FILE + 1);
            if (bytes.length > LARGEST_FILE) {
                throw new Problem(Problem.Kind.TOO_LARGE, "\"" + name + "\" is too large.", REMEDY);
            }
            return bytes;
        } catch (IOException e) {
            throw Problem.invalid(
                    "\"" + name + "\" cannot be read: " + e.getMessage(),
                    "Name files that can be read.");
        }
    }
}
