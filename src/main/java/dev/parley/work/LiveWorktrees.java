package dev.parley.work;

import dev.parley.api.FileChange;
import dev.parley.api.SessionInfo;
import dev.parley.api.UndoPlan;
import dev.parley.api.WorktreeInfo;
import dev.parley.base.problem.Problem;
import dev.parley.process.Capture;
import dev.parley.process.ChildEnvironment;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;
import dev.parley.session.Sessions;
import dev.parley.workspace.changes.WorktreeWork;
import dev.parley.workspace.worktree.Git;
import dev.parley.workspace.worktree.ProjectRoots;
import dev.parley.workspace.worktree.WorktreeFile;
import dev.parley.workspace.worktree.Worktrees;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// Worktrees for live sessions: made, listed, brought into the user's own tree, made a branch, and
/// removed without a loss.
public final class LiveWorktrees {
    private static final Duration SET_UP = Duration.ofMinutes(10);
    private static final int MOST_SESSIONS = 1000;

    private final Worktrees worktrees;
    private final WorktreeWork work;
    private final ProjectRoots projects;
    private final Git git;
    private final Sessions sessions;
    private final Supervisor supervisor;
    private final Map<String, String> environment;
    private final Predicate<Path> isTrusted;

    /// @param environment the variables Parley was started with
    /// @param isTrusted whether a project may run commands of its own
    public LiveWorktrees(
            Worktrees worktrees,
            WorktreeWork work,
            ProjectRoots projects,
            Git git,
            Sessions sessions,
            Supervisor supervisor,
            Map<String, String> environment,
            Predicate<Path> isTrusted) {
        this.worktrees = worktrees;
        this.work = work;
        this.projects = projects;
        this.git = git;
        this.sessions = sessions;
        this.supervisor = supervisor;
        this.environment = Map.copyOf(environment);
        this.isTrusted = isTrusted;
    }

    /// Makes one that stays until somebody removes it.
    ///
    /// @param directory any directory of the repository
    /// @param branch the branch to make in it; absent: none
    /// @param base a branch, a tag or a commit; absent: what is checked out
    public WorktreeInfo create(Path directory, @Nullable String branch, @Nullable String base)
            throws InterruptedException {
        if (!directory.isAbsolute() || !Files.isDirectory(directory)) {
            throw Problem.invalid(
                    "There is no directory \"" + directory + "\".",
                    "Name the repository by an absolute path.");
        }
        check(branch, base);
        var root = projects.around(directory);
        var made = worktrees.add(root, base == null ? "HEAD" : base, Optional.ofNullable(branch));
        made.keep();
        var wanted = WorktreeFile.of(root);
        wanted.copy(root, made.directory());
        var kept =
                worktrees.kept().stream()
                        .filter(it -> made.directory().startsWith(it.place()))
                        .findFirst()
                        .orElseThrow(Problem::fault);
        return info(kept, setUp(wanted, root, kept.place()));
    }

    private static void check(@Nullable String branch, @Nullable String base) {
        for (var name : new String[] {branch, base}) {
            if (name != null && (name.isBlank() || name.startsWith("-"))) {
                throw Problem.invalid(
                        "\"" + name + "\" is no name of a branch or commit.", "Correct it.");
            }
        }
    }

    /// Only where the user trusts the project: what is in it may come from anybody.
    private @Nullable String setUp(WorktreeFile wanted, Path root, Path place)
            throws InterruptedException {
        if (wanted.command().isEmpty()) {
            return null;
        }
        if (!isTrusted.test(root)) {
            return "The set-up command was not run: add "
                    + root
                    + " to trustedProjects in config.json if you trust it.";
        }
        var variables = ChildEnvironment.from(environment, List.of());
        variables.put("PARLEY_WORKTREE", place.toString());
        variables.put("PARLEY_REPOSITORY", root.toString());
        variables.put("PARLEY_PORT", String.valueOf(freePort()));
        var launch =
                new Launch(
                        List.of("/bin/sh", "-c", wanted.command().get()),
                        place,
                        variables,
                        Launch.DEFAULT_OUTPUT_LIMIT);
        var answer = Capture.of(supervisor, launch, SET_UP);
        var said = (answer.output() + "\n" + answer.errors()).strip();
        return answer.isOk()
                ? said
                : "The set-up command "
                        + (answer.timedOut() ? "took too long" : "failed")
                        + ".\n"
                        + said;
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException _) {
            return 0;
        }
    }

    public List<WorktreeInfo> list() throws InterruptedException {
        var infos = new ArrayList<WorktreeInfo>();
        for (var kept : worktrees.kept()) {
            infos.add(info(kept, null));
        }
        return infos;
    }

    public WorktreeInfo info(String id) throws InterruptedException {
        return info(kept(id), null);
    }

    private WorktreeInfo info(Worktrees.Kept kept, @Nullable String setUp)
            throws InterruptedException {
        var branch = git.ask(kept.place(), "symbolic-ref", "--quiet", "--short", "HEAD");
        var commits = git.ask(kept.place(), "rev-list", "--count", kept.base() + "..HEAD");
        return new WorktreeInfo(
                kept.id(),
                kept.place().toString(),
                kept.repository().toString(),
                branch.isOk() ? branch.output().strip() : null,
                kept.base(),
                commits.isOk() ? Integer.parseInt(commits.output().strip()) : 0,
                work.files(kept.place(), kept.base()).size(),
                sessionsIn(kept).stream().map(SessionInfo::id).toList(),
                setUp);
    }

    private List<SessionInfo> sessionsIn(Worktrees.Kept kept) throws InterruptedException {
        return sessions.list(MOST_SESSIONS).stream()
                .filter(info -> info.cwd().startsWith(kept.place()))
                .toList();
    }

    private Worktrees.Kept kept(String id) {
        return worktrees.kept().stream()
                .filter(kept -> kept.id().equals(id))
                .findFirst()
                .orElseThrow(() ->
                        Problem.notFound(
                                "There is no worktree \"" + id + "\".",
                                "List them with `parley worktrees`."));
    }

    /// Everything that is different from the commit it began with.
    public List<FileChange> files(String id) throws InterruptedException {
        var kept = kept(id);
        return work.files(kept.place(), kept.base());
    }

    public byte[] patch(String id) throws InterruptedException {
        var kept = kept(id);
        return work.patch(kept.place(), kept.base());
    }

    /// Brings everything done in it into the tree it was made of.
    ///
    /// @param isPreview whether nothing is written
    public UndoPlan apply(String id, boolean isPreview) throws InterruptedException {
        var kept = kept(id);
        return work.apply(kept.place(), kept.base(), kept.repository(), isPreview);
    }

    /// Makes a branch of everything done in it.
    public WorktreeInfo branch(String id, String name) throws InterruptedException {
        var kept = kept(id);
        work.branch(kept.place(), name, "Work in the worktree " + id);
        return info(kept, null);
    }

    /// Merges everything done in it into what the user has checked out, as `git merge` does.
    public String merge(String id) throws InterruptedException {
        var kept = kept(id);
        var commit = work.commit(kept.place(), "Work in the worktree " + id);
        var answer = git.ask(kept.repository(), "merge", "--no-edit", commit);
        if (!answer.isOk()) {
            git.ask(kept.repository(), "merge", "--abort");
            throw new Problem(
                    Problem.Kind.BUSY,
                    "It cannot be merged as it is.",
                    (answer.output() + " " + answer.errors()).strip());
        }
        return answer.output();
    }

    /// Removes one. What is in it is kept under a hidden ref first.
    ///
    /// @return the ref
    public String remove(String id) throws InterruptedException {
        var kept = kept(id);
        for (var session : sessionsIn(kept)) {
            if (session.turnId() != null) {
                throw new Problem(
                        Problem.Kind.BUSY,
                        "The session " + session.id() + " works in it.",
                        "Wait for the end of its turn, or interrupt it.");
            }
        }
        var ref = work.keep(kept.place(), kept.id());
        worktrees.remove(kept);
        return ref;
    }
}
