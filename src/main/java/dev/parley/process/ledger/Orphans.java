package dev.parley.process.ledger;

import dev.parley.base.disk.FileTree;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Finds children whose Parley is gone. The [Guardian] normally leaves none; this is for the day
/// both were killed.
public final class Orphans {
    /// How often it looks. Each time it ends all it finds; only a control group ends a process that
    /// forks without end.
    private static final int MOST_ROUNDS = 20;

    private static final Pattern OWNER = Pattern.compile("(\\d{1,18})-(\\d{1,18})-\\d+");

    private Orphans() {}

    /// Ends what earlier, dead Parley processes left behind and clears their ledgers away.
    public static void endAllBelow(Path ledgers) {
        for (var ledger : children(ledgers)) {
            var owner = String.valueOf(ledger.getFileName());
            if (!isAlive(owner)) {
                Cgroups.endAllOf(ledger);
                var limits = LimitTag.prefix(owner);
                endTagged(
                        tag -> tag.startsWith(owner + "."),
                        tag -> LimitTag.childOf(tag, limits).isPresent());
                if (!Files.isDirectory(Path.of("/proc"))) {
                    endListed(ledger);
                }
                deleteRecursively(ledger);
            }
        }
    }

    /// Ends every process with one of these tags, whatever group it moved to. Linux only; elsewhere
    /// it finds nothing.
    static void endTagged(Set<ChildTag> tags) {
        if (!tags.isEmpty()) {
            var variables = tags.stream().map(ChildTag::variable).collect(Collectors.toSet());
            var limits =
                    tags.stream()
                            .map(tag -> Long.toString(tag.limit()))
                            .collect(Collectors.toSet());
            endTagged(variables::contains, limits::contains);
        }
    }

    /// Looks until it finds none: a process may have forked meanwhile.
    private static void endTagged(Predicate<String> variables, Predicate<String> limits) {
        for (var round = 0; round < MOST_ROUNDS; round++) {
            var found = false;
            for (var process : processes()) {
                if (limits.test(LimitTag.of(process)) || variables.test(variableOf(process))) {
                    found |= end(Long.parseLong(String.valueOf(process.getFileName())));
                }
            }
            if (!found) {
                return;
            }
        }
    }

    /// @return whether it was there to be ended
    private static boolean end(long pid) {
        return pid != ProcessHandle.current().pid()
                && ProcStat.of(pid).filter(it -> !it.isZombie()).isPresent()
                && ProcessHandle.of(pid).filter(ProcessHandle::destroyForcibly).isPresent();
    }

    /// The directories of all processes.
    static List<Path> processes() {
        return children(ProcStat.ALL).stream()
                .filter(found -> Character.isDigit(String.valueOf(found.getFileName()).charAt(0)))
                .toList();
    }

    /// What a process has in its environment; empty when that is nothing of ours.
    static String variableOf(Path process) {
        try {
            var environment =
                    Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
            for (var variable : environment.split("\0", -1)) {
                if (variable.startsWith(ChildTag.VARIABLE + "=")) {
                    return variable.substring(ChildTag.VARIABLE.length() + 1);
                }
            }
        } catch (IOException _) {
            // another user's process, or one that has just ended
        }
        return "";
    }

    /// Without tags, a process counts as ours if it started before the ledger was last written.
    private static void endListed(Path ledger) {
        try {
            var written = Files.getLastModifiedTime(ledger.resolve(ProcessLedger.FILE)).toInstant();
            for (var pid : ProcessLedger.groupsIn(ledger)) {
                ProcessHandle.of(pid)
                        .filter(process ->
                                process.info()
                                        .startInstant()
                                        .filter(start -> !start.isAfter(written.plusSeconds(2)))
                                        .isPresent())
                        .ifPresent(process -> {
                            process.descendants().forEach(ProcessHandle::destroyForcibly);
                            process.destroyForcibly();
                        });
            }
        } catch (IOException _) {
            // no child was ever started
        }
    }

    /// Whether the process is still there that a ledger is named after: `<pid>-<start>-<number>`.
    public static boolean isAlive(String owner) {
        var matcher = OWNER.matcher(owner);
        if (!matcher.matches()) {
            return true; // not one of our directories: leave it alone
        }
        var pid = Long.parseLong(matcher.group(1));
        return new ProcessIdentity(pid, Long.parseLong(matcher.group(2))).isAlive();
    }

    public static List<Path> children(Path directory) {
        var found = new ArrayList<Path>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            entries.forEach(found::add);
        } catch (IOException _) {
            // it is not there, or not ours to read: nothing to find
        }
        return found;
    }

    static void deleteRecursively(Path directory) {
        try {
            FileTree.delete(directory);
        } catch (IOException | java.io.UncheckedIOException _) {
            // another Parley removes it at the same time
        }
    }
}
