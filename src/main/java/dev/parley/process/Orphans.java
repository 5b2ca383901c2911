package dev.parley.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// Finds children whose Parley is gone. The [Guardian] normally leaves none; this is for the day
/// both were killed.
final class Orphans {
    /// The environment variable every child carries.
    static final String TAG = "PARLEY_CHILD";

    private static final Pattern OWNER = Pattern.compile("(\\d{1,18})-(\\d{1,18})-\\d+");

    private Orphans() {}

    /// Ends what earlier, dead Parley processes left behind and clears their ledgers away.
    static void endAllBelow(Path ledgers) {
        for (var ledger : children(ledgers)) {
            var owner = String.valueOf(ledger.getFileName());
            if (!isAlive(owner)) {
                endTagged(tag -> tag.startsWith(owner + "."));
                if (!Files.isDirectory(Path.of("/proc"))) {
                    endListed(ledger);
                }
                deleteRecursively(ledger);
            }
        }
    }

    /// Ends every process with one of these tags, whatever group it moved to. Linux only; elsewhere
    /// it finds nothing.
    static void endTagged(Set<String> tags) {
        if (!tags.isEmpty()) {
            endTagged(tags::contains);
        }
    }

    private static void endTagged(Predicate<String> wanted) {
        for (var process : children(Path.of("/proc"))) {
            var name = String.valueOf(process.getFileName());
            if (Character.isDigit(name.charAt(0)) && wanted.test(tagOf(process))) {
                ProcessHandle.of(Long.parseLong(name)).ifPresent(ProcessHandle::destroyForcibly);
            }
        }
    }

    private static String tagOf(Path process) {
        try {
            var environment =
                    Files.readString(process.resolve("environ"), StandardCharsets.ISO_8859_1);
            for (var variable : environment.split("\0", -1)) {
                if (variable.startsWith(TAG + "=")) {
                    return variable.substring(TAG.length() + 1);
                }
            }
        } catch (IOException _) {
            // somebody else's process, or one that has just ended
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
    static boolean isAlive(String owner) {
        var matcher = OWNER.matcher(owner);
        if (!matcher.matches()) {
            return true; // not one of our directories: leave it alone
        }
        var pid = Long.parseLong(matcher.group(1));
        return new ProcessIdentity(pid, Long.parseLong(matcher.group(2))).isAlive();
    }

    static List<Path> children(Path directory) {
        var found = new ArrayList<Path>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
            entries.forEach(found::add);
        } catch (IOException _) {
            // it is not there, or not ours to read: nothing to find
        }
        return found;
    }

    static void deleteRecursively(Path directory) {
        try (var files = Files.walk(directory)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException | java.io.UncheckedIOException _) {
            // somebody else clears it away at the same time
        }
    }
}
