package dev.parley.workspace.changes;

import dev.parley.api.FileChange;
import dev.parley.base.problem.Problem;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// What lies between two trees. Thread-safe.
final class Differences {
    private static final String NO_MODE = "000000";
    private static final int REMEMBERED = 500;

    /// A larger patch is asked for file by file.
    private static final long LARGEST_PATCH = 64L * 1024 * 1024;

    /// A file in two trees; what is in neither has the mode 000000.
    record Raw(
            String path,
            @Nullable String oldPath,
            char status,
            String oldMode,
            String newMode,
            String oldBlob,
            String newBlob) {}

    private final GitCalls git;

    /// Trees do not change. Guarded by itself.
    private final Map<String, List<FileChange>> known =
            new LinkedHashMap<>(16, 0.75f, true) {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, List<FileChange>> eldest) {
                    return size() > REMEMBERED;
                }
            };

    Differences(GitCalls git) {
        this.git = git;
    }

    /// Files with counts of lines; a file that moved is one change.
    List<FileChange> files(Place place, String before, String after) throws InterruptedException {
        if (before.equals(after)) {
            return List.of();
        }
        var key = before + after;
        synchronized (known) {
            var found = known.get(key);
            if (found != null) {
                return found;
            }
        }
        var lines =
                git.run(place, "", diff("-M", "--raw", "--numstat", "--no-abbrev", before, after));
        var raws = lines.stream().filter(line -> line.startsWith(":")).map(this::raw).toList();
        var found = new ArrayList<FileChange>();
        for (var at = 0; at < raws.size(); at++) {
            found.add(change(raws.get(at), lines.get(raws.size() + at).split("\t", 3)));
        }
        synchronized (known) {
            known.put(key, List.copyOf(found));
        }
        return List.copyOf(found);
    }

    private static FileChange change(Raw raw, String[] counts) {
        return new FileChange(
                raw.path(),
                raw.oldPath(),
                kind(raw),
                count(counts[0]),
                count(counts[1]),
                mode(raw.oldMode()),
                mode(raw.newMode()),
                FileChange.By.UNKNOWN);
    }

    private static @Nullable Integer count(String text) {
        return text.equals("-") ? null : Integer.valueOf(text);
    }

    private static @Nullable String mode(String mode) {
        return mode.equals(NO_MODE) ? null : mode;
    }

    private static FileChange.Kind kind(Raw raw) {
        return switch (raw.status()) {
            case 'A' -> FileChange.Kind.ADDED;
            case 'D' -> FileChange.Kind.DELETED;
            case 'R' -> FileChange.Kind.RENAMED;
            default ->
                    raw.oldBlob().equals(raw.newBlob())
                            ? FileChange.Kind.MODE
                            : FileChange.Kind.CHANGED;
        };
    }

    /// Without counts, and a file that moved is two.
    List<Raw> raw(Place place, String before, String after) throws InterruptedException {
        if (before.equals(after)) {
            return List.of();
        }
        return git
                .run(place, "", diff("--no-renames", "--raw", "--no-abbrev", before, after))
                .stream()
                .map(this::raw)
                .toList();
    }

    private Raw raw(String line) {
        var names = line.split("\t", -1);
        var parts = names[0].substring(1).split(" ", -1);
        var hasTwo = names.length > 2;
        return new Raw(
                GitName.read(names[hasTwo ? 2 : 1]),
                hasTwo ? GitName.read(names[1]) : null,
                parts[4].charAt(0),
                parts[0],
                parts[1],
                parts[2],
                parts[3]);
    }

    /// As bytes, since a patch has lines of any encoding.
    ///
    /// @param files only these; all if empty
    byte[] patch(Place place, String before, String after, List<String> files)
            throws InterruptedException {
        if (before.equals(after)) {
            return new byte[0];
        }
        var file = place.own().resolve("patch-" + UUID.randomUUID());
        try {
            var arguments = new ArrayList<String>();
            arguments.addAll(
                    List.of(diff("-M", "-p", "--full-index", "--output=" + file, before, after)));
            if (!files.isEmpty()) {
                arguments.add("--");
                files.forEach(name -> arguments.add(pathspec(name)));
            }
            git.run(place, "", arguments.toArray(String[]::new));
            if (Files.size(file) > LARGEST_PATCH) {
                throw new Problem(
                        Problem.Kind.TOO_LARGE,
                        "The patch is larger than 64 MB.",
                        "Ask for the patch of single files.");
            }
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw Problem.brokenConfiguration("The patch cannot be read.", String.valueOf(e));
        } finally {
            delete(file);
        }
    }

    /// Arguments are text, so a name that is none cannot be asked for by itself.
    private static String pathspec(String name) {
        if (!GitName.isText(name)) {
            throw Problem.invalid(
                    "The file " + name + " has a name that is no text.",
                    "Ask for the patch of the whole turn.");
        }
        return name;
    }

    private static String[] diff(String... more) {
        var all = new ArrayList<>(List.of("diff-tree", "-r", "--no-ext-diff", "--no-textconv"));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    static String text(byte[] patch) {
        return new String(patch, StandardCharsets.UTF_8);
    }

    private static void delete(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException _) {
            // It is in Parley's own directory, and small.
        }
    }
}
