package dev.parley.testing.real;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.util.stream.Collectors.toSet;

import dev.parley.testing.Processes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// What runs on this machine on behalf of one test: processes with a variable that names the test's
/// directory, or that work in it, or that carry the tag of such a process.
public record Children(Path directory) {
    private static final Pattern TAG = Pattern.compile("(?:^|\0)PARLEY_CHILD=([^\0]*)");

    /// One process.
    public record Child(long pid, String command, String environment, Path cwd) {
        public Optional<String> tag() {
            return TAG.matcher(environment).results().map(found -> found.group(1)).findFirst();
        }

        Optional<Long> parent() {
            return ProcessHandle.of(pid).flatMap(ProcessHandle::parent).map(ProcessHandle::pid);
        }

        /// The one that Parley started: it leads a process group.
        boolean isLeader() {
            return text(Path.of("/proc", Long.toString(pid), "stat"))
                    .replaceFirst("(?s)^.*\\) ", "")
                    .split(" ", -1)[2]
                    .equals(Long.toString(pid));
        }

        @Override
        public String toString() {
            return pid + " " + command + " in " + cwd;
        }
    }

    /// All that are alive.
    public List<Child> alive() {
        return all().filter(child ->
                        child.environment().contains(directory.toString())
                                || child.cwd().startsWith(directory))
                .toList();
    }

    public List<Child> tagged(String tag) {
        return all().filter(child -> child.tag().filter(tag::equals).isPresent()).toList();
    }

    /// A child with these words in its command, if it runs already.
    public Optional<Child> running(String words) {
        return alive().stream().filter(child -> child.command().equals(words)).findFirst();
    }

    /// The CLI itself: a tool of it may lead a group as well, and have the lower number.
    public Child leader() {
        var alive = alive();
        var pids = alive.stream().map(Child::pid).collect(toSet());
        return alive.stream()
                .filter(child -> child.tag().isPresent() && child.isLeader())
                .filter(child -> child.parent().filter(pids::contains).isEmpty())
                .findFirst()
                .orElseThrow(() -> new AssertionError("no leader among " + alive));
    }

    private static java.util.stream.Stream<Child> all() {
        return ProcessHandle.allProcesses()
                .map(ProcessHandle::pid)
                .filter(Processes::isAlive)
                .map(Children::child);
    }

    private static Child child(long pid) {
        var process = Path.of("/proc", Long.toString(pid));
        return new Child(
                pid,
                text(process.resolve("cmdline")).replace('\0', ' ').strip(),
                text(process.resolve("environ")),
                cwd(process));
    }

    private static Path cwd(Path process) {
        try {
            return Files.readSymbolicLink(process.resolve("cwd"));
        } catch (IOException _) {
            return Path.of("/");
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file, ISO_8859_1);
        } catch (IOException _) {
            return ""; // it has just ended, or is somebody else's
        }
    }
}
