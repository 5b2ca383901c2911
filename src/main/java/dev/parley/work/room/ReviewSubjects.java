package dev.parley.work.room;

import dev.parley.api.Room;
import dev.parley.api.RoomPost;
import dev.parley.api.SessionId;
import dev.parley.base.problem.Problem;
import dev.parley.provider.Target;
import dev.parley.session.Sessions;
import dev.parley.workspace.worktree.Git;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Finds what is to be reviewed: a diff as it is, a branch, or what is changed where a session
/// works.
final class ReviewSubjects {
    private static final int LONGEST = 400_000;
    private static final Pattern BRANCH = Pattern.compile("[\\w][\\w./@+-]{0,199}");
    private static final List<String> MAIN = List.of("main", "master");

    private final Git git;
    private final Sessions sessions;

    ReviewSubjects(Git git, Sessions sessions) {
        this.git = git;
        this.sessions = sessions;
    }

    /// As a message of a person has it.
    String text(Room room, RoomPost.Subject subject) throws InterruptedException {
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
                                : session(String.valueOf(subject.session()));
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
        return git.run(
                directory,
                "diff",
                "--no-color",
                "--no-ext-diff",
                base + "..." + checked(branch),
                "--");
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

    private String session(String id) throws InterruptedException {
        var directory = sessions.info(SessionId.of(id)).cwd();
        return git.run(directory, "diff", "--no-color", "--no-ext-diff", "HEAD", "--");
    }
}
