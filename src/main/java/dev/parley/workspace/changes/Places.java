package dev.parley.workspace.changes;

import dev.parley.base.disk.DiskProblem;
import dev.parley.base.disk.PrivateFiles;
import dev.parley.base.hash.Hash;
import dev.parley.base.problem.Problem;
import dev.parley.workspace.worktree.Git;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// Finds the place for checkpoints of a directory, and makes it ready. Thread-safe.
final class Places {
    /// Git in plain words, whatever the user's language; names always in quotes where needed.
    static final Map<String, String> PLAIN = Map.of("LC_ALL", "C", "GIT_OPTIONAL_LOCKS", "0");

    /// For calls that look into the user's repository: nothing there may start a program.
    static final String[] CAREFUL = {
        "-c", "core.fsmonitor=false",
        "-c", "core.hooksPath=/dev/null",
        "-c", "core.quotePath=true",
        "-c", "core.logAllRefUpdates=false"
    };

    /// Small files that name the repositories with checkpoints.
    static final String REPOSITORIES = "repositories";

    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final long LARGEST = 1024 * 1024;
    private static final int NAME = 24;

    /// Files are taken byte by byte: no ends of lines, no encodings, no filters, no drivers.
    private static final String ATTRIBUTES =
            "* -text !eol !filter -ident !working-tree-encoding !merge !diff !export-subst\n";

    private static final String FILE_SYSTEM =
            "^core\\.(filemode|symlinks|ignorecase|precomposeunicode|checkstat|trustctime"
                    + "|excludesfile|autocrlf|eol|attributesfile)$";

    private final Git git;
    private final Path directory;
    private final Optional<Path> home;

    /// @param directory where Parley keeps its part
    /// @param home the user's, of which no checkpoints are made as a whole
    Places(Git git, Path directory, Optional<Path> home) {
        this.git = git;
        this.directory = directory;
        this.home = home;
    }

    Path directory() {
        return directory;
    }

    /// @throws Problem where no checkpoints are possible, with the reason
    Place of(Path where) throws InterruptedException {
        var cwd = real(where);
        var answer =
                git.ask(
                        new Git.Call(cwd, PLAIN, "", LIMIT, LARGEST),
                        with(
                                "rev-parse",
                                "--show-toplevel",
                                "--git-common-dir",
                                "--show-object-format",
                                "--git-path",
                                "objects"));
        if (answer.isOk()) {
            return inside(cwd, answer.output().split("\n", -1));
        }
        if (answer.errors().contains("not a git repository")) {
            return outside(cwd);
        }
        throw Problem.invalid(
                "There are no checkpoints of " + cwd + ".",
                answer.timedOut() ? "Git takes too long there." : answer.errors().strip());
    }

    static String[] with(String... arguments) {
        var all = new String[CAREFUL.length + arguments.length];
        System.arraycopy(CAREFUL, 0, all, 0, CAREFUL.length);
        System.arraycopy(arguments, 0, all, CAREFUL.length, arguments.length);
        return all;
    }

    private Place inside(Path cwd, String[] lines) throws InterruptedException {
        if (lines.length < 4 || !lines[0].startsWith("/") || lines.length > 5) {
            throw Problem.invalid(
                    "There are no checkpoints of " + cwd + ".",
                    "Work in the working tree of a repository, under a name without line ends.");
        }
        var root = Path.of(lines[0]);
        var common = cwd.resolve(lines[1]).normalize();
        var objects = cwd.resolve(lines[3]).normalize();
        var own = directory.resolve(name(root + "\n" + common));
        return new Place(root, own, objects, common, lines[2], settings(root));
    }

    private Map<String, String> settings(Path root) throws InterruptedException {
        var answer =
                git.ask(
                        new Git.Call(root, PLAIN, "", LIMIT, LARGEST),
                        with("config", "--includes", "--get-regexp", FILE_SYSTEM));
        var found = new HashMap<String, String>();
        answer.output()
                .lines()
                .forEach(line -> {
                    var gap = line.indexOf(' ');
                    if (gap > 0) {
                        found.put(
                                line.substring(0, gap).toLowerCase(Locale.ROOT),
                                line.substring(gap + 1));
                    }
                });
        return found;
    }

    private Place outside(Path cwd) {
        if (cwd.getParent() == null || home.filter(it -> it.startsWith(cwd)).isPresent()) {
            throw Problem.invalid(
                    "There are no checkpoints of " + cwd + ": it is in no repository.",
                    "Let agents work in a directory of a project, or run git init there.");
        }
        var own = directory.resolve(name(cwd.toString()));
        return new Place(cwd, own, own.resolve("objects"), own, "sha1", Map.of());
    }

    private static String name(String text) {
        return Hash.sha256(text).substring(0, NAME);
    }

    private static Path real(Path directory) {
        try {
            return directory.toRealPath();
        } catch (IOException _) {
            throw Problem.notFound(
                    "The directory " + directory + " is not there.",
                    "Bring it back to see what was changed in it.");
        }
    }

    /// Files that say what is ignored, beside those among the files themselves.
    List<Path> rules(Place place) {
        var found = new ArrayList<Path>();
        found.add(place.refs().resolve("info/exclude"));
        home.ifPresent(it -> found.add(it.resolve(".config/git/ignore")));
        var named = place.settings().get("core.excludesfile");
        if (named != null) {
            found.add(
                    named.startsWith("~/") && home.isPresent()
                            ? home.get().resolve(named.substring(2))
                            : place.root().resolve(named));
        }
        return found;
    }

    /// Makes Parley's own git directory as it has to be.
    void prepare(Place place) {
        var own = place.own();
        try {
            PrivateFiles.directories(own.resolve("info"));
            PrivateFiles.directories(own.resolve("refs"));
            PrivateFiles.directories(own.resolve("objects"));
            ChangedNames.mend(place);
            put(own.resolve("info/attributes"), ATTRIBUTES);
            put(own.resolve("info/exclude"), excluded(place));
            put(own.resolve("config"), config(place));
            put(own.resolve("root"), place.root() + "\n");
            if (!place.isOutside()) {
                // Also when this working tree is gone, its refs have to be found.
                var pointers = PrivateFiles.directories(directory.resolve(REPOSITORIES));
                put(pointers.resolve(name(place.refs().toString())), place.refs() + "\n");
            }
        } catch (IOException e) {
            throw DiskProblem.ofData(own, e);
        }
    }

    private static void put(Path file, String text) throws IOException {
        if (!Files.exists(file) || !Files.readString(file).equals(text)) {
            PrivateFiles.write(file, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    /// What the user ignores in this repository alone, and Parley's own files.
    private String excluded(Place place) throws IOException {
        var theirs = place.refs().resolve("info/exclude");
        var text =
                place.isOutside() || !Files.isRegularFile(theirs)
                        ? ""
                        : new String(Files.readAllBytes(theirs), StandardCharsets.UTF_8) + "\n";
        return directory.startsWith(place.root())
                ? text + "/" + place.root().relativize(directory.getParent()) + "/\n"
                : text;
    }

    private static String config(Place place) {
        var text = new StringBuilder();
        var isOther = !place.format().equals("sha1");
        text.append("[core]\n\trepositoryformatversion = ").append(isOther ? 1 : 0).append('\n');
        text.append("\tbare = false\n\tfsmonitor = false\n\tuntrackedCache = true\n");
        text.append("\tsplitIndex = false\n\thooksPath = /dev/null\n\tquotePath = true\n");
        text.append("\tsparseCheckout = false\n\tpreloadIndex = true\n\tsafecrlf = false\n");
        for (var key :
                List.of(
                        "filemode",
                        "symlinks",
                        "ignorecase",
                        "precomposeunicode",
                        "checkstat",
                        "trustctime",
                        "excludesfile")) {
            var value = place.settings().get("core." + key);
            if (value != null) {
                text.append('\t').append(key).append(" = ").append(quoted(value)).append('\n');
            }
        }
        if (place.isOutside()) {
            // Whatever the umask: copies of the user's files are for the user. In a repository the
            // objects lie among its own and are as open as those.
            text.append("\tsharedRepository = 0600\n");
        }
        text.append("[index]\n\tversion = 4\n\tsparse = false\n[gc]\n\tauto = 0\n");
        text.append("[status]\n\tshowUntrackedFiles = all\n\taheadBehind = false\n");
        text.append("[submodule]\n\trecurse = false\n[merge]\n\trenames = false\n");
        text.append("[diff]\n\tignoreSubmodules = dirty\n\trenames = true\n");
        if (isOther) {
            text.append("[extensions]\n\tobjectFormat = ").append(place.format()).append('\n');
        }
        return text.toString();
    }

    private static String quoted(String value) {
        return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
