package dev.parley.workspace.worktree;

import dev.parley.base.problem.Problem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// `.parley/worktree` of a repository: which untracked files a new worktree gets a copy of, one in
/// a line, how many ports are set apart for programs in it (`ports: 2`), and the command that sets
/// it up (`run: npm ci`). Lines with `#` are comments.
///
/// @param files relative to where the repository begins
/// @param ports how many
/// @param command for a shell; only projects that the user trusts have it run
public record WorktreeFile(List<String> files, int ports, Optional<String> command) {
    private static final String NAME = ".parley/worktree";
    private static final String RUN = "run:";
    private static final String PORTS = "ports:";
    private static final int MOST_PORTS = 20;
    private static final long LONGEST = 64 * 1024;
    private static final long LARGEST_COPY = 100L * 1024 * 1024;
    private static final WorktreeFile NOTHING = new WorktreeFile(List.of(), 0, Optional.empty());

    public WorktreeFile {
        files = List.copyOf(files);
    }

    /// @param root where the repository begins
    public static WorktreeFile of(Path root) {
        var file = root.resolve(NAME);
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > LONGEST) {
                return NOTHING;
            }
            var files = new ArrayList<String>();
            var ports = 0;
            Optional<String> command = Optional.empty();
            for (var line : Files.readAllLines(file)) {
                var text = line.strip();
                if (text.startsWith(RUN)) {
                    command = Optional.of(text.substring(RUN.length()).strip());
                } else if (text.startsWith(PORTS)) {
                    ports = ports(text.substring(PORTS.length()).strip());
                } else if (!text.isEmpty() && !text.startsWith("#")) {
                    files.add(text);
                }
            }
            return new WorktreeFile(files, ports, command);
        } catch (IOException e) {
            throw Problem.invalid(file + " cannot be read.", "Correct it: " + e.getMessage());
        }
    }

    private static int ports(String text) {
        try {
            var ports = Integer.parseInt(text);
            if (ports >= 0 && ports <= MOST_PORTS) {
                return ports;
            }
        } catch (NumberFormatException _) {
            // said below
        }
        throw Problem.invalid(
                "\"" + text + "\" in " + NAME + " is no number of ports.",
                "Write ports: and a number up to " + MOST_PORTS + ".");
    }

    /// Copies what is there. Nothing outside the repository is read, and no link is followed.
    public void copy(Path root, Path worktree) {
        for (var name : files) {
            try {
                var from = root.resolve(name).normalize();
                var to = worktree.resolve(name).normalize();
                if (!from.startsWith(root)
                        || !to.startsWith(worktree)
                        || !Files.exists(from, LinkOption.NOFOLLOW_LINKS)) {
                    continue;
                }
                if (!Files.isRegularFile(from, LinkOption.NOFOLLOW_LINKS)
                        || !from.toRealPath().startsWith(root.toRealPath())
                        || Files.size(from) > LARGEST_COPY) {
                    throw Problem.invalid(
                            "\""
                                    + name
                                    + "\" in "
                                    + NAME
                                    + " is no file of the repository that"
                                    + " can be copied.",
                            "Name files of at most 100 MB, no directories and no links.");
                }
                var parent = to.getParent();
                if (parent != null && !Files.exists(to, LinkOption.NOFOLLOW_LINKS)) {
                    // The commit may have a link where the working tree has a directory.
                    if (!nearest(parent).toRealPath().startsWith(worktree.toRealPath())) {
                        throw Problem.invalid(
                                "\"" + name + "\" in " + NAME + " lies behind a link.",
                                "Name a file of the repository itself.");
                    }
                    Files.createDirectories(parent);
                    Files.copy(from, to);
                }
            } catch (IOException | InvalidPathException e) {
                throw Problem.invalid(
                        "\"" + name + "\" of " + NAME + " was not copied.",
                        String.valueOf(e.getMessage()));
            }
        }
    }

    /// A directory, or the first above it that is there.
    private static Path nearest(Path directory) {
        var at = directory;
        while (!Files.exists(at, LinkOption.NOFOLLOW_LINKS) && at.getParent() != null) {
            at = at.getParent();
        }
        return at;
    }
}
