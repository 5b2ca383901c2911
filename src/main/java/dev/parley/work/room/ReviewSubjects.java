package dev.parley.work.room;

import dev.parley.api.Room;
import dev.parley.api.RoomPost;
import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.provider.Target;
import dev.parley.work.LiveSessions;
import dev.parley.work.change.Changes;
import dev.parley.workspace.worktree.Git;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds what is to be reviewed: a diff as it is, a branch, or what a session changed.
final class ReviewSubjects {
    private static final int LONGEST = 400_000;
    private static final Pattern BRANCH = Pattern.compile("[\\w][\\w./@+-]{0,199}");
    private static final List<String> MAIN = List.of("main", "master");

    /// More files than these are not named one by one, and more new ones not shown.
    private static final int MOST_FILES = 200;

    private final Git git;
    private final LiveSessions sessions;
    private final Changes changes;

    ReviewSubjects(Git git, LiveSessions sessions, Changes changes) {
        this.git = git;
        this.sessions = sessions;
        this.changes = changes;
    }

    /// The session that is reviewed, whatever it was called.
    @Nullable SessionId session(RoomPost.@Nullable Subject subject) throws InterruptedException {
        return subject == null || subject.session() == null || subject.session().isBlank()
                ? null
                : sessions.named(subject.session().strip());
    }

    /// As a message of a person has it.
    ///
    /// @param session that of the subject, if it has one
    String text(Room room, RoomPost.Subject subject, @Nullable SessionId session)
            throws InterruptedException {
        var given =
                Stream.of(subject.diff(), subject.branch(), subject.session())
                        .filter(it -> it != null && !it.isBlank())
                        .count();
        if (given != 1) {
            throw Problem.invalid(
                    "It is not clear what is to be reviewed.",
                    "Give exactly one of diff, branch and session.");
        }
        var diff =
                subject.diff() != null
                        ? subject.diff()
                        : subject.branch() != null
                                ? branch(room, subject, subject.branch())
                                : session == null ? "" : changed(session);
        if (diff.isBlank()) {
            throw Problem.invalid("There is no change to review.", "Look at its branch and base.");
        }
        var cut = diff.length() > LONGEST ? diff.substring(0, LONGEST) + "\n[… cut]" : diff;
        // A diff may have fences of its own.
        var fence = cut.contains("```") ? "~~~~~~" : "```";
        return fence + "diff\n" + cut.stripTrailing() + "\n" + fence;
    }

    private String branch(Room room, RoomPost.Subject subject, String branch)
            throws InterruptedException {
        var project = subject.project() == null ? room.project() : subject.project();
        if (project == null) {
            throw Problem.invalid(
                    "It is not clear whose branch \"" + branch + "\" is.",
                    "Name the repository as \"project\".");
        }
        var directory = Target.directory(project);
        var base = subject.base() == null ? main(directory, branch) : checked(subject.base());
        return git.run(directory, diff(base + "..." + checked(branch), "--"));
    }

    private String main(Path directory, String branch) throws InterruptedException {
        for (var name : MAIN) {
            var found =
                    git.ask(directory, "rev-parse", "--verify", "--quiet", "refs/heads/" + name);
            if (found.isOk() && !name.equals(branch)) {
                return name;
            }
        }
        throw Problem.invalid(
                "It is not clear what \"" + branch + "\" is to be compared with.",
                "Name that branch as \"base\".");
    }

    private static String checked(@Nullable String branch) {
        if (branch == null || !BRANCH.matcher(branch).matches() || branch.contains("..")) {
            throw Problem.invalid("That is no name of a branch.", "Name one of the repository's.");
        }
        return branch;
    }

    /// What its turns did to files. One that did nothing itself works on something: then it is what
    /// is not committed there.
    private String changed(SessionId session) throws InterruptedException {
        var files = new ArrayList<String>();
        for (var file : changes.of(session).files()) {
            files.add(file.path());
            if (file.oldPath() != null) {
                files.add(file.oldPath());
            }
        }
        if (files.isEmpty()) {
            return uncommitted(sessions.info(session).cwd());
        }
        // A name in quotes is no text, and cannot be asked for by itself.
        var areNameable =
                files.size() <= MOST_FILES && files.stream().noneMatch(it -> it.startsWith("\""));
        var patch = changes.patch(session, null, areNameable ? files : List.of());
        return new String(patch, StandardCharsets.UTF_8);
    }

    private String uncommitted(Path directory) throws InterruptedException {
        var top = git.ask(directory, "rev-parse", "--show-toplevel");
        if (!top.isOk()) {
            return ""; // it is in no repository
        }
        var root = Path.of(top.output().stripTrailing());
        var all = new StringBuilder(git.ask(root, diff("HEAD", "--")).output());
        var others = git.run(root, "ls-files", "--others", "--exclude-standard", "-z");
        var names = others.split("\0");
        for (var name : List.of(names).subList(0, Math.min(names.length, MOST_FILES))) {
            if (all.length() < LONGEST && isShort(root, name)) {
                // It says that they differ, which is no failure.
                var added = git.ask(root, diff("--no-index", "--", "/dev/null", name));
                all.append(added.output());
            }
        }
        return all.toString();
    }

    private static boolean isShort(Path root, String name) {
        try {
            var file = root.resolve(name);
            return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)
                    && Files.size(file) <= LONGEST;
        } catch (IOException | InvalidPathException _) {
            return false; // it is gone, or its name is no text
        }
    }

    private static String[] diff(String... more) {
        var all = new ArrayList<>(List.of("diff", "--no-color", "--no-ext-diff", "--no-textconv"));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }
}
