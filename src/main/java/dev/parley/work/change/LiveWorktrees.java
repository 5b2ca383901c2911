package dev.parley.work.change;

import dev.parley.api.FileChange;
import dev.parley.api.SessionInfo;
import dev.parley.api.UndoPlan;
import dev.parley.api.WorktreeInfo;
import dev.parley.base.problem.Problem;
import dev.parley.base.thread.Interruptible;
import dev.parley.process.Supervisor;
import dev.parley.session.Sessions;
import dev.parley.workspace.changes.AppliedWork;
import dev.parley.workspace.changes.WorktreeWork;
import dev.parley.workspace.worktree.Git;
import dev.parley.workspace.worktree.ProjectRoots;
import dev.parley.workspace.worktree.Worktree;
import dev.parley.workspace.worktree.WorktreeFile;
import dev.parley.workspace.worktree.Worktrees;

import org.jspecify.annotations.Nullable;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Worktrees for live sessions: made, listed, brought into the user's own tree, made a branch, and
/// removed without a loss.
public final class LiveWorktrees {
    private static final int MOST_SESSIONS = 1000;

    private final Worktrees worktrees;
    private final WorktreeWork work;
    private final AppliedWork applied;
    private final ProjectRoots projects;
    private final Git git;
    private final Sessions sessions;
    private final WorktreeSetUp setUp;

    /// @param environment the variables Parley was started with
    /// @param isTrusted whether a project may run commands of its own
    public LiveWorktrees(
            Worktrees worktrees,
            WorktreeWork work,
            AppliedWork applied,
            ProjectRoots projects,
            Git git,
            Sessions sessions,
            Supervisor supervisor,
            Map<String, String> environment,
            Predicate<Path> isTrusted) {
        this.worktrees = worktrees;
        this.work = work;
        this.applied = applied;
        this.projects = projects;
        this.git = git;
        this.sessions = sessions;
        setUp = new WorktreeSetUp(supervisor, environment, isTrusted);
    }

    /// Makes one that stays until somebody removes it, and waits until it is set up.
    ///
    /// @param directory any directory of the repository
    /// @param branch the branch to make in it, or that one has checked out already; absent: none
    /// @param base a branch, a tag or a commit; absent: what is checked out
    public WorktreeInfo create(Path directory, @Nullable String branch, @Nullable String base)
            throws InterruptedException {
        return create(directory, branch, base, _ -> {});
    }

    /// @param progress told of what the set-up command prints, line by line
    public WorktreeInfo create(
            Path directory,
            @Nullable String branch,
            @Nullable String base,
            Consumer<String> progress)
            throws InterruptedException {
        var made = made(directory, branch, base);
        if (made.isNew()) {
            setUp.run(made.wanted(), made.root(), made.kept(), progress);
        }
        return info(made.kept());
    }

    /// Returns as soon as it is there; what sets it up goes on, and [#info] tells how far it is.
    public WorktreeInfo begin(Path directory, @Nullable String branch, @Nullable String base)
            throws InterruptedException {
        var made = made(directory, branch, base);
        if (made.isNew() && made.wanted().command().isPresent()) {
            var _ = setUp.begins(made.kept());
            Interruptible.start(
                    "worktree-set-up",
                    () -> setUp.run(made.wanted(), made.root(), made.kept(), _ -> {}));
        }
        return info(made.kept());
    }

    /// @param isNew whether it was not there before
    private record Made(Path root, WorktreeFile wanted, Worktrees.Kept kept, boolean isNew) {}

    private Made made(Path directory, @Nullable String branch, @Nullable String base)
            throws InterruptedException {
        if (!directory.isAbsolute() || !Files.isDirectory(directory)) {
            throw Problem.invalid(
                    "There is no directory \"" + directory + "\".",
                    "Name the repository by an absolute path.");
        }
        check(branch, base);
        var root = projects.around(directory);
        var wanted = WorktreeFile.of(root);
        if (branch != null && base == null) {
            for (var kept : worktrees.kept()) {
                if (kept.repository().equals(root) && branch.equals(branchOf(kept))) {
                    return new Made(root, wanted, kept, false);
                }
            }
        }
        var made = worktrees.add(root, base == null ? "HEAD" : base, Optional.ofNullable(branch));
        try {
            wanted.copy(root, made.directory());
        } catch (Problem problem) {
            var _ = made.end(Worktree.Changes.DISCARD);
            throw problem;
        }
        made.keep();
        var kept =
                worktrees.kept().stream()
                        .filter(it -> made.directory().startsWith(it.place()))
                        .findFirst()
                        .orElseThrow(Problem::fault);
        if (wanted.ports() > 0) {
            var ports = WorktreeSetUp.freePorts(wanted.ports(), worktrees.kept());
            kept = worktrees.setApart(kept, ports);
        }
        return new Made(root, wanted, kept, true);
    }

    private @Nullable String branchOf(Worktrees.Kept kept) throws InterruptedException {
        var answer = git.ask(kept.place(), "symbolic-ref", "--quiet", "--short", "HEAD");
        return answer.isOk() ? answer.output().strip() : null;
    }

    /// The same place in a worktree as a directory is in its repository; where there is none, the
    /// whole worktree.
    public Path inside(Path worktree, Path directory) throws InterruptedException {
        var prefix = git.ask(directory, "rev-parse", "--show-prefix");
        if (!prefix.isOk()) {
            return worktree;
        }
        var place = worktree.resolve(prefix.output().strip()).normalize();
        return Files.isDirectory(place) ? place : worktree;
    }

    /// What programs of a session in a worktree with ports are told by variables; empty for others.
    public Map<String, String> variables(Path cwd) {
        return worktrees.kept().stream()
                .filter(kept -> !kept.ports().isEmpty() && cwd.startsWith(kept.place()))
                .findFirst()
                .map(WorktreeSetUp::variables)
                .orElse(Map.of());
    }

    private static void check(@Nullable String branch, @Nullable String base) {
        for (var name : new String[] {branch, base}) {
            if (name != null && (name.isBlank() || name.startsWith("-"))) {
                throw Problem.invalid(
                        "\"" + name + "\" is no name of a branch or commit.", "Correct it.");
            }
        }
    }

    /// One that cannot be looked at hides no other.
    public List<WorktreeInfo> list() throws InterruptedException {
        var infos = new ArrayList<WorktreeInfo>();
        for (var kept : worktrees.kept()) {
            try {
                infos.add(info(kept));
            } catch (Problem problem) {
                infos.add(unreadable(kept, problem));
            }
        }
        return infos;
    }

    public WorktreeInfo info(String id) throws InterruptedException {
        return info(kept(id));
    }

    private WorktreeInfo info(Worktrees.Kept kept) throws InterruptedException {
        worktrees.check(kept);
        var commits = git.ask(kept.place(), "rev-list", "--count", kept.base() + "..HEAD");
        return new WorktreeInfo(
                kept.id(),
                kept.place().toString(),
                kept.repository().toString(),
                branchOf(kept),
                kept.base(),
                commits.isOk() ? Integer.parseInt(commits.output().strip()) : 0,
                work.files(kept.place(), kept.base()).size(),
                sessionsIn(kept).stream().map(SessionInfo::id).toList(),
                kept.ports(),
                setUp.output(kept),
                setUp.isRunning(kept),
                applied.isApplied(kept.id(), kept.repository()));
    }

    private WorktreeInfo unreadable(Worktrees.Kept kept, Problem problem)
            throws InterruptedException {
        return new WorktreeInfo(
                kept.id(),
                kept.place().toString(),
                kept.repository().toString(),
                null,
                kept.base(),
                0,
                0,
                sessionsIn(kept).stream().map(SessionInfo::id).toList(),
                kept.ports(),
                problem.message() + " " + problem.remedy(),
                false,
                false);
    }

    private List<SessionInfo> sessionsIn(Worktrees.Kept kept) throws InterruptedException {
        return sessions.list(MOST_SESSIONS).stream()
                .filter(info -> info.cwd().startsWith(kept.place()))
                .toList();
    }

    private Worktrees.Kept kept(String id) throws InterruptedException {
        var found =
                worktrees.kept().stream()
                        .filter(kept -> kept.id().equals(id))
                        .findFirst()
                        .orElseThrow(() -> unknown(id));
        worktrees.check(found);
        return found;
    }

    private static Problem unknown(String id) {
        return Problem.notFound(
                "There is no worktree \"" + id + "\".", "List them with `parley worktrees`.");
    }

    /// The one a directory is in, by its id.
    public Optional<String> around(Path directory) {
        return worktrees.kept().stream()
                .filter(kept -> directory.startsWith(kept.place()))
                .map(Worktrees.Kept::id)
                .findFirst();
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
        return applied.apply(id, kept.place(), kept.base(), kept.repository(), isPreview);
    }

    /// Takes the last [#apply] back, also when the worktree is gone. What was changed in that tree
    /// since stays.
    ///
    /// @param isPreview whether nothing is written
    public UndoPlan unapply(String id, boolean isPreview) throws InterruptedException {
        var repository = worktrees.repositoryNamed(id);
        if (repository.isEmpty() || !Files.isDirectory(repository.get())) {
            throw unknown(id);
        }
        return applied.takeBack(id, repository.get(), isPreview);
    }

    /// Makes a branch of everything done in it.
    public WorktreeInfo branch(String id, String name) throws InterruptedException {
        var kept = kept(id);
        work.branch(kept.place(), name, "Work in the worktree " + id);
        return info(kept);
    }

    /// Merges everything done in it into what the user has checked out, as `git merge` does. Where
    /// that fails, everything is as it was.
    public String merge(String id) throws InterruptedException {
        var kept = kept(id);
        var repository = kept.repository();
        var unfinished = git.ask(repository, "rev-parse", "--verify", "--quiet", "MERGE_HEAD");
        if (unfinished.isOk()) {
            throw new Problem(
                    Problem.Kind.BUSY,
                    "A merge is not over in " + repository + ".",
                    "Finish it with git commit, or git merge --abort.");
        }
        var commit = work.commit(kept.place(), "Work in the worktree " + id);
        var answer = git.ask(repository, "merge", "--no-edit", commit);
        if (!answer.isOk()) {
            // Git may not even have begun; only its own beginning is taken back.
            var begun = git.ask(repository, "rev-parse", "--verify", "--quiet", "MERGE_HEAD");
            if (begun.isOk() && begun.output().strip().equals(commit)) {
                git.ask(repository, "merge", "--abort");
            }
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
            if (session.owner() != null) {
                throw new Problem(
                        Problem.Kind.BUSY,
                        "The session "
                                + session.id()
                                + " in it is open in another Parley (process "
                                + session.owner()
                                + ").",
                        "Nobody here knows whether it works. Close it there first.");
            }
        }
        var ref = work.keep(kept.place(), kept.id());
        worktrees.remove(kept);
        setUp.forget(kept);
        return ref;
    }
}
