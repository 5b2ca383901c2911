package dev.parley.work.project;

import dev.parley.base.problem.Problem;
import dev.parley.provider.Target;
import dev.parley.work.TokenCounter;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Counts the tokens of a project's text files, as a model would read them. Thread-safe.
public final class CountProjectTokens {
    static final int LARGEST_FILE = 1024 * 1024;
    static final int MOST_FILES = 20_000;
    static final int MOST_NAMED = 100;

    private static final String LIMITS =
            "Text files that are not ignored, up to 1 MB each, the first 20,000 in the order of"
                    + " their names; counted by o200k_base, so other models differ a little.";

    public record Count(String path, long tokens) {}

    /// @param skippedBinaries files that are no text
    /// @param skippedLarge text or not, larger than what is read
    /// @param isComplete whether no file was left out for being one too many
    /// @param limits what counts, in words
    public record Report(
            long totalTokens,
            long totalFiles,
            List<Count> largestFiles,
            List<Count> largestDirectories,
            long skippedBinaries,
            long skippedLarge,
            boolean isComplete,
            String limits) {}

    private final ProjectFiles files;

    public CountProjectTokens(ProjectFiles files) {
        this.files = files;
    }

    /// @param items paths in the project; without any, all of it
    /// @param most how many files and directories are named
    public Report count(Path directory, List<String> items, int most) throws InterruptedException {
        if (most < 1 || most > MOST_NAMED) {
            throw Problem.invalid(
                    "top_n is " + most + ".", "Give a number between 1 and " + MOST_NAMED + ".");
        }
        var project = Target.directory(directory);
        var names = new TreeSet<String>();
        for (var item : items.isEmpty() ? List.of("") : items) {
            var path = ProjectFiles.inside(project, item);
            if (Files.isDirectory(path)) {
                files.list(project, path).forEach(file -> names.add(file.toString()));
            } else {
                names.add(project.relativize(path).toString());
            }
        }
        return count(project, names, most);
    }

    private static Report count(Path project, Set<String> names, int most)
            throws InterruptedException {
        var byFile = new HashMap<String, Long>();
        var byDirectory = new HashMap<String, Long>();
        long binaries = 0;
        long large = 0;
        for (var name : names.stream().limit(MOST_FILES).toList()) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            var bytes = read(project.resolve(name));
            if (bytes.length > LARGEST_FILE) {
                large++;
                continue;
            }
            var text = PlainText.of(bytes);
            if (text.isEmpty()) {
                binaries++;
                continue;
            }
            var tokens = TokenCounter.count(text.get());
            byFile.put(name, tokens);
            for (var above = Path.of(name).getParent();
                    above != null && !above.toString().isEmpty();
                    above = above.getParent()) {
                byDirectory.merge(above.toString(), tokens, Long::sum);
            }
        }
        return new Report(
                byFile.values().stream().mapToLong(Long::longValue).sum(),
                byFile.size(),
                largest(byFile, most),
                largest(byDirectory, most),
                binaries,
                large,
                names.size() <= MOST_FILES,
                LIMITS);
    }

    /// One that cannot be read, or is gone by now, counts as empty.
    private static byte[] read(Path file) {
        try (var in = Files.newInputStream(file)) {
            return Files.isRegularFile(file) ? in.readNBytes(LARGEST_FILE + 1) : new byte[0];
        } catch (IOException _) {
            return new byte[0];
        }
    }

    private static List<Count> largest(Map<String, Long> counts, int most) {
        return counts.entrySet().stream()
                .map(entry -> new Count(entry.getKey(), entry.getValue()))
                .sorted(
                        Comparator.comparingLong(Count::tokens)
                                .reversed()
                                .thenComparing(Count::path))
                .limit(most)
                .toList();
    }
}
