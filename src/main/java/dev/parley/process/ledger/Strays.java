package dev.parley.process.ledger;

import dev.parley.process.posix.Libc;
import dev.parley.process.posix.NativeSpawner;
import dev.parley.process.posix.Spawner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Descendants of our children whose own parent has ended, and which the kernel therefore made
/// children of ours (`PR_SET_CHILD_SUBREAPER`). Nothing a process does can prevent that, so this
/// finds even a process that got rid of every tag: it belongs to no child and is ended. A stray
/// whose child still runs is left alone; strays that have ended are cleared away.
///
/// It takes no exit code from a thread that waits for a child: what we started ourselves is known
/// by its number, and helpers that Java starts are in our own session, which no descendant of a
/// child can be in.
final class Strays {
    private static final int MOST_ROUNDS = 20;

    private final ProcessLedger ledger;
    private final Guardian guardian;
    private final Cgroups cgroups;
    private final Set<Long> started = new HashSet<>(); // guarded by the lock of LimitTag
    private final long self = ProcessHandle.current().pid();

    Strays(ProcessLedger ledger, Guardian guardian, Cgroups cgroups) {
        this.ledger = ledger;
        this.guardian = guardian;
        this.cgroups = cgroups;
    }

    /// A child that we started ourselves; called while nothing else is started.
    void started(long pid) {
        started.add(pid);
    }

    /// It has been cleared away, and its number is free.
    void ended(long pid) {
        LimitTag.alone(() -> started.remove(pid));
    }

    /// Makes orphans our children from now on.
    ///
    /// @return whether the system has that
    static boolean adopt() {
        try {
            return NativeSpawner.find().isPresent() && Libc.becomeSubreaper();
        } catch (LinkageError | RuntimeException _) {
            return false;
        }
    }

    /// Looks until it finds none to end: a process may have forked, or become ours, meanwhile.
    void endAll() {
        var rounds = 0;
        while (look() && rounds < MOST_ROUNDS) {
            rounds++;
        }
    }

    /// Whether there is one whose child is gone. This looks at our children only, not at all
    /// processes: those of a child that has ended are among them.
    boolean isOneToEnd() {
        var found =
                withoutOurOwn(children()).stream()
                        .flatMap(pid -> ProcStat.of(pid).stream())
                        .filter(stat -> !stat.isZombie())
                        .toList();
        return withoutOurSession(found).stream().anyMatch(stat -> !isCaredFor(process(stat)));
    }

    /// The numbers of our children. Linux keeps them thread by thread; some kernels do not tell.
    private static List<Long> children() {
        var found = new ArrayList<Long>();
        for (var thread : Orphans.children(ProcStat.ALL.resolve("self/task"))) {
            try {
                for (var pid : Files.readString(thread.resolve("children")).split(" ", -1)) {
                    if (!pid.isBlank()) {
                        found.add(Long.parseLong(pid.strip()));
                    }
                }
            } catch (IOException _) {
                // the thread has just ended
            }
        }
        return found;
    }

    /// Clears away and ends; see above.
    ///
    /// @return whether one had to be ended
    private boolean look() {
        var found = adopted();
        var isEnding = false;
        var strange = Set.copyOf(withoutOurOwn(found.stream().map(ProcStat::pid).toList()));
        for (var stat : found) {
            if (!strange.contains(stat.pid())) {
                continue;
            }
            if (stat.isZombie()) {
                Libc.reapIfEnded(Math.toIntExact(stat.pid()));
            } else if (!isCaredFor(process(stat))
                    && ProcStat.of(stat.pid()).filter(stat::isSameProcess).isPresent()) {
                Libc.kill(Math.toIntExact(stat.pid()), Spawner.Signal.KILL.number);
                isEnding = true;
            }
        }
        return isEnding;
    }

    private List<ProcStat> adopted() {
        var found = new ArrayList<ProcStat>();
        for (var process : Orphans.processes()) {
            ProcStat.of(Long.parseLong(String.valueOf(process.getFileName())))
                    .filter(stat -> stat.parent() == self)
                    .ifPresent(found::add);
        }
        return withoutOurSession(found);
    }

    private List<ProcStat> withoutOurSession(List<ProcStat> found) {
        var session = ProcStat.of(self).map(ProcStat::session).orElse(0L);
        return found.stream().filter(stat -> stat.session() != session).toList();
    }

    /// Looked up after they were found: one that was just being started is known by now. Most of
    /// what is found is our own, so this comes before anything is read of a process.
    private List<Long> withoutOurOwn(List<Long> found) {
        if (found.isEmpty()) {
            return found;
        }
        var others =
                LimitTag.alone(() -> found.stream().filter(pid -> !started.contains(pid)).toList());
        return others.stream().filter(pid -> !guardian.is(pid)).toList();
    }

    private static Path process(ProcStat stat) {
        return ProcStat.ALL.resolve(Long.toString(stat.pid()));
    }

    /// Whether the child it comes from still runs, or it was never ours to end.
    private boolean isCaredFor(Path process) {
        var limit = LimitTag.of(process);
        return LimitTag.isNotOursToEnd(limit)
                || LimitTag.childOf(limit, ledger.limitPrefix())
                        .or(() -> ledger.childOf(Orphans.variableOf(process)))
                        .or(() -> cgroups.childOf(process))
                        .filter(ledger::isRunning)
                        .isPresent();
    }
}
