package dev.parley.work.call;

import dev.parley.api.HelperPolicy;
import dev.parley.base.problem.Problem;
import dev.parley.workspace.worktree.Git;
import dev.parley.workspace.worktree.NewFiles;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Sees to it that new files an agent leaves are treated as the model's policy says.
public final class NewFilePolicy {
    private static final Logger LOG = LoggerFactory.getLogger(NewFilePolicy.class);

    /// Where the automatic commits are written down, in the repository.
    static final String LOG_FILE = ".parley/helpers.log";

    private static final int LONGEST_REASON = 120;

    /// What became of the new files.
    ///
    /// @param removed those the policy does not allow; absent if it allows them
    /// @param committed those that were committed
    /// @param commit the commit
    public record Result(
            Optional<List<String>> removed, List<String> committed, Optional<String> commit) {
        static final Result NOTHING = new Result(Optional.empty(), List.of(), Optional.empty());
    }

    private final Git git;
    private final Clock clock;

    public NewFilePolicy(Git git, Clock clock) {
        this.git = git;
        this.clock = clock;
    }

    /// Remembers what is there before the agent starts; asks git nothing if there is no policy.
    Watch watch(HelperPolicy policy, Path directory) throws InterruptedException {
        return policy.isNone()
                ? new Watch(policy, Optional.empty())
                : new Watch(policy, Optional.of(NewFiles.since(git, directory)));
    }

    /// A repository while an agent works in it.
    final class Watch {
        private final HelperPolicy policy;
        private final Optional<NewFiles> files;

        private Watch(HelperPolicy policy, Optional<NewFiles> files) {
            this.policy = policy;
            this.files = files;
        }

        /// Does what the policy says. An interrupt has to wait: what is left undone would stay.
        ///
        /// @param isDone whether the agent came to its end
        Result enforce(String who, Supplier<String> why, boolean isDone) {
            if (files.isEmpty()) {
                return Result.NOTHING;
            }
            var wasInterrupted = Thread.interrupted();
            try {
                return policy.helpers() == HelperPolicy.Helpers.DENY
                        ? remove(files.get())
                        : isDone ? commit(files.get(), who, why.get()) : Result.NOTHING;
            } catch (InterruptedException _) {
                wasInterrupted = true;
                return Result.NOTHING;
            } catch (IOException | Problem e) {
                LOG.warn("The policy for new files was not carried out", e);
                return Result.NOTHING;
            } finally {
                if (wasInterrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }
    }

    private static Result remove(NewFiles files) throws InterruptedException, IOException {
        var removed = new ArrayList<String>();
        for (var name : files.now()) {
            var file = files.root().resolve(name);
            if (!Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS) && Files.deleteIfExists(file)) {
                removed.add(name);
            }
        }
        return new Result(Optional.of(removed), List.of(), Optional.empty());
    }

    private Result commit(NewFiles files, String who, String why)
            throws InterruptedException, IOException {
        var added = files.now();
        if (added.isEmpty()) {
            return Result.NOTHING;
        }
        var root = files.root();
        var reason = reason(why);
        writeDown(root.resolve(LOG_FILE), who, reason, added);
        // The log is ours even where dot files are ignored.
        git.run(root, "add", "--force", "--", LOG_FILE);
        git.run(root, command(List.of("add", "--"), added));
        var message = "Add helper files of " + who + "\n\n" + reason;
        var commit = new ArrayList<String>();
        if (!git.ask(root, "config", "--get", "user.email").isOk()) {
            commit.addAll(List.of("-c", "user.name=Parley", "-c", "user.email=parley@localhost"));
        }
        // A signature may ask a person for a password, and nobody is there.
        commit.addAll(
                List.of(
                        "-c",
                        "commit.gpgsign=false",
                        "commit",
                        "--quiet",
                        "--only",
                        "-m",
                        message,
                        "--",
                        LOG_FILE));
        git.run(root, command(commit, added));
        var id = git.run(root, "rev-parse", "HEAD").strip();
        return new Result(Optional.empty(), added, Optional.of(id));
    }

    private void writeDown(Path log, String who, String reason, List<String> added)
            throws IOException {
        Files.createDirectories(log.getParent());
        var line =
                "%s %s: %s (%s)%n"
                        .formatted(
                                clock.instant().truncatedTo(ChronoUnit.SECONDS),
                                who,
                                reason,
                                String.join(", ", added));
        Files.writeString(log, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /// The beginning of the task, on one line.
    private static String reason(String task) {
        var line = task.strip().replaceAll("\\s+", " ");
        return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "…";
    }

    private static String[] command(List<String> words, List<String> names) {
        var command = new ArrayList<>(words);
        command.addAll(names);
        return command.toArray(String[]::new);
    }
}
