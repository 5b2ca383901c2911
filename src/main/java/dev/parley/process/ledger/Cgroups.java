package dev.parley.process.ledger;

import dev.parley.base.disk.PrivateFiles;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;
import java.util.function.Supplier;

/// A control group for each child, below one of this Parley, below the one it runs in (cgroup v2).
/// Nothing a process does by itself takes it out of its group, and the kernel ends all of a group
/// at once, also what is being forked in that moment. Thread-safe.
///
/// Works where the user may write to Parley's own group: as root, in a container that has it
/// delegated, in a user's systemd scopes and services. Elsewhere there are none.
public final class Cgroups {
    private static final Logger LOG = LoggerFactory.getLogger(Cgroups.class);

    /// The file in the ledger that names the groups, for the process that ends them after us.
    static final String FILE = "cgroup";

    private static final String NAME = "parley-";
    private static final String KILL = "cgroup.kill";
    private static final String PROCESSES = "cgroup.procs";
    private static final int REMOVE_ATTEMPTS = 100;
    private static final long BETWEEN_ATTEMPTS_MILLIS = 20;

    private final Supplier<Optional<Path>> own;
    private final Path ledger;
    private final Set<Path> children = ConcurrentHashMap.newKeySet();
    private boolean isLooked; // guarded by this, like root
    private @Nullable Path root;

    /// Makes nothing before the first child.
    ///
    /// @param own finds the group we are in
    /// @param ledger gets to know the group of this Parley before it is made
    public Cgroups(Supplier<Optional<Path>> own, Path ledger) {
        this.own = own;
        this.ledger = ledger;
    }

    /// No groups, as on a system without.
    public static Cgroups none() {
        return new Cgroups(Optional::empty, Path.of(""));
    }

    private synchronized Optional<Path> made() {
        return Optional.ofNullable(root);
    }

    private synchronized Optional<Path> madeNow() {
        if (!isLooked) {
            isLooked = true;
            root = make().orElse(null);
        }
        return made();
    }

    private Optional<Path> make() {
        try {
            var parent = own.get().filter(it -> Files.isWritable(it.resolve(PROCESSES)));
            if (parent.isPresent()) {
                removeEmptyOnes(parent.get());
                var group = parent.get().resolve(NAME + ledger.getFileName());
                PrivateFiles.write(
                        ledger.resolve(FILE), (group + "\n").getBytes(StandardCharsets.UTF_8));
                Files.createDirectory(group);
                if (Files.exists(group.resolve(KILL))) { // since Linux 5.14
                    return Optional.of(group);
                }
                Files.deleteIfExists(group);
            }
        } catch (IOException e) {
            LOG.debug("No control groups", e);
        }
        return Optional.empty();
    }

    /// What Parleys that are gone left when their ledgers were deleted as well. Only what is empty:
    /// in a container, others may be alive that look dead from here.
    private static void removeEmptyOnes(Path parent) {
        for (var found : Orphans.children(parent)) {
            var name = String.valueOf(found.getFileName());
            if (name.startsWith(NAME) && !Orphans.isAlive(name.substring(NAME.length()))) {
                remove(found);
            }
        }
    }

    /// The group this process runs in, if the system shows it.
    public static Optional<Path> own() {
        try {
            var lines = Files.readAllLines(ProcStat.ALL.resolve("self/cgroup"));
            var name = lines.stream().filter(line -> line.startsWith("0::/")).findFirst();
            for (var mount : Files.readAllLines(ProcStat.ALL.resolve("self/mountinfo"))) {
                var fields = mount.split(" ", -1);
                if (mount.contains(" - cgroup2 ") && name.isPresent()) {
                    return below(Path.of(fields[3]), Path.of(fields[4]), name.get().substring(3));
                }
            }
        } catch (IOException | RuntimeException _) {
            // no Linux, or one that hides them
        }
        return Optional.empty();
    }

    /// @param mounted which part of the tree is mounted at `place`
    private static Optional<Path> below(Path mounted, Path place, String name) {
        return Optional.of(Path.of(name).normalize())
                .filter(own -> own.startsWith(mounted))
                .map(own -> place.resolve(mounted.relativize(own)))
                .filter(Files::isDirectory);
    }

    /// Makes the group of a child that is about to be started.
    void make(long number) {
        madeNow()
                .ifPresent(all -> {
                    try {
                        children.add(Files.createDirectory(all.resolve(Long.toString(number))));
                    } catch (IOException e) {
                        LOG.debug("No control group for child {}", number, e);
                    }
                });
    }

    /// Puts a child that has just been started into its group. What it has forked in the moment
    /// before still has its tag.
    void enter(long number, long pid) {
        group(number)
                .ifPresent(group -> {
                    try {
                        Files.writeString(group.resolve(PROCESSES), Long.toString(pid));
                    } catch (IOException e) {
                        LOG.debug("Process {} is not in its control group", pid, e);
                    }
                });
    }

    private Optional<Path> group(long number) {
        return made().map(all -> all.resolve(Long.toString(number))).filter(children::contains);
    }

    /// Ends whatever is still in the group of a child. What does not go at once is removed by
    /// [#tidy].
    void end(long number) {
        group(number)
                .ifPresent(group -> {
                    kill(group);
                    remove(group);
                    if (!Files.exists(group)) {
                        children.remove(group);
                    }
                });
    }

    /// The number of the child in whose group a process is.
    Optional<Long> childOf(Path process) {
        return made().flatMap(all -> {
            var name = "/" + all.getFileName() + "/";
            try {
                return Files.readAllLines(process.resolve("cgroup")).stream()
                        .filter(line -> line.startsWith("0::") && line.contains(name))
                        .map(line -> line.substring(line.indexOf(name) + name.length()))
                        .map(rest -> Long.valueOf(rest.replaceFirst("/.*", "")))
                        .findFirst();
            } catch (IOException | NumberFormatException _) {
                return Optional.empty();
            }
        });
    }

    /// Removes the groups of children that have ended.
    ///
    /// @param isRunning whether a child still runs
    void tidy(LongPredicate isRunning) {
        for (var group : children) {
            var number = Long.parseLong(String.valueOf(group.getFileName()));
            if (!isRunning.test(number)) {
                end(number);
            }
        }
    }

    /// Ends everything that is left and removes all groups.
    void close() {
        made().ifPresent(Cgroups::endAll);
    }

    /// Ends what a Parley that is gone had in its groups.
    ///
    /// @param ledger its ledger
    static void endAllOf(Path ledger) {
        try {
            var root = Path.of(Files.readString(ledger.resolve(FILE)).strip());
            // No other group is ended, even if the file names one.
            if (root.endsWith(NAME + ledger.getFileName())) {
                endAll(root);
            }
        } catch (IOException | IllegalArgumentException _) {
            // it had none
        }
    }

    private static void endAll(Path root) {
        for (var attempt = 0; attempt < REMOVE_ATTEMPTS && Files.exists(root); attempt++) {
            kill(root);
            remove(root);
            if (Files.exists(root)) {
                try {
                    Thread.sleep(BETWEEN_ATTEMPTS_MILLIS); // killed processes take a moment to go
                } catch (InterruptedException _) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    private static void kill(Path group) {
        try {
            Files.writeString(group.resolve(KILL), "1");
        } catch (IOException _) {
            // it is gone already
        }
    }

    /// With the groups below, which an inner Parley may have made. One that is not empty stays.
    private static void remove(Path group) {
        try (var all = Files.walk(group)) {
            var groups = all.filter(Files::isDirectory).sorted(Comparator.reverseOrder()).toList();
            for (var one : groups) {
                Files.deleteIfExists(one);
            }
        } catch (IOException | java.io.UncheckedIOException _) {
            // it is not empty yet, or another process removes it
        }
    }
}
