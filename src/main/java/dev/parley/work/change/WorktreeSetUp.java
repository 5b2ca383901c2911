package dev.parley.work.change;

import dev.parley.base.problem.Problem;
import dev.parley.base.problem.Scarcity;
import dev.parley.process.Capture;
import dev.parley.process.ChildEnvironment;
import dev.parley.process.Launch;
import dev.parley.process.Supervisor;
import dev.parley.workspace.worktree.WorktreeFile;
import dev.parley.workspace.worktree.Worktrees;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;

/// Gets a new worktree ready: ports of its own and the command that sets it up. Thread-safe.
final class WorktreeSetUp {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final int LONGEST = 20_000;

    private final Supervisor supervisor;
    private final Map<String, String> environment;
    private final Predicate<Path> isTrusted;
    private final Map<String, Said> said = new ConcurrentHashMap<>();

    WorktreeSetUp(
            Supervisor supervisor, Map<String, String> environment, Predicate<Path> isTrusted) {
        this.supervisor = supervisor;
        this.environment = Map.copyOf(environment);
        this.isTrusted = isTrusted;
    }

    /// What a command printed so far, or the end of it.
    static final class Said {
        private final StringBuilder text = new StringBuilder(); // guarded by itself
        private volatile boolean over;

        void add(String line) {
            synchronized (text) {
                text.append(line).append('\n');
                if (text.length() > LONGEST) {
                    text.delete(0, text.length() - LONGEST);
                }
            }
        }

        String text() {
            synchronized (text) {
                return text.toString().strip();
            }
        }
    }

    /// Absent: nothing was to be done, or another Parley did it.
    @Nullable String output(Worktrees.Kept kept) {
        var known = said.get(kept.id());
        return known == null ? null : known.text();
    }

    boolean isRunning(Worktrees.Kept kept) {
        var known = said.get(kept.id());
        return known != null && !known.over;
    }

    void forget(Worktrees.Kept kept) {
        said.remove(kept.id());
    }

    /// What programs in a worktree are told by variables.
    static Map<String, String> variables(Worktrees.Kept kept) {
        var variables = new HashMap<String, String>();
        variables.put("PARLEY_WORKTREE", kept.place().toString());
        variables.put("PARLEY_REPOSITORY", kept.repository().toString());
        for (var at = 0; at < kept.ports().size(); at++) {
            variables.put(
                    at == 0 ? "PARLEY_PORT" : "PARLEY_PORT_" + (at + 1),
                    String.valueOf(kept.ports().get(at)));
        }
        return variables;
    }

    /// Ports that are free now, and not those of other worktrees.
    static List<Integer> freePorts(int count, List<Worktrees.Kept> others) {
        var taken = others.stream().flatMap(it -> it.ports().stream()).toList();
        var open = new ArrayList<ServerSocket>();
        var found = new ArrayList<Integer>();
        try {
            while (found.size() < count && open.size() < count + taken.size()) {
                var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                open.add(socket);
                if (!taken.contains(socket.getLocalPort())) {
                    found.add(socket.getLocalPort());
                }
            }
        } catch (IOException e) {
            throw Scarcity.isIn(e)
                    ? Scarcity.problem(e)
                    : Problem.invalid("There is no free port: " + e.getMessage(), "End a program.");
        } finally {
            for (var socket : open) {
                try {
                    socket.close();
                } catch (IOException _) {
                    // the system takes it back
                }
            }
        }
        return found;
    }

    /// From now on it is being set up.
    Said begins(Worktrees.Kept kept) {
        return said.computeIfAbsent(kept.id(), _ -> new Said());
    }

    /// Waits for the end of the command. It runs only where the user trusts the project: what is in
    /// it may come from anybody.
    void run(WorktreeFile wanted, Path root, Worktrees.Kept kept, Consumer<String> progress)
            throws InterruptedException {
        if (wanted.command().isEmpty()) {
            return;
        }
        var known = begins(kept);
        Consumer<String> each =
                line -> {
                    known.add(line);
                    progress.accept(line);
                };
        try {
            if (isTrusted.test(root)) {
                command(wanted.command().get(), kept, each);
            } else {
                each.accept(
                        "The set-up command was not run: add "
                                + root
                                + " to trustedProjects in config.json if you trust it.");
            }
        } finally {
            known.over = true;
        }
    }

    private void command(String command, Worktrees.Kept kept, Consumer<String> each)
            throws InterruptedException {
        var variables = ChildEnvironment.from(environment, List.of());
        variables.putAll(variables(kept));
        var launch =
                new Launch(
                        // One stream, in the order in which it is printed.
                        List.of("/bin/sh", "-c", "exec 2>&1\n" + command),
                        kept.place(),
                        variables,
                        Launch.DEFAULT_OUTPUT_LIMIT);
        var answer = Capture.of(supervisor, launch, "", LIMIT, each);
        if (!answer.isOk()) {
            each.accept(
                    "The set-up command " + (answer.timedOut() ? "took too long" : "failed") + ".");
        }
    }
}
