package dev.parley.sessionfile;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import java.nio.file.AccessDeniedException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/// What is wrong with files of others, in the log: one line for each, however many readers meet it
/// and however often they come back. Thread-safe.
final class FileWarnings {
    /// Of more files than that, those whose line was written longest ago may get another.
    private static final int REMEMBERED = 10_000;

    private static final Logger LOG = LoggerFactory.getLogger(FileWarnings.class);

    private static final Map<Path, Boolean> KNOWN =
            new LinkedHashMap<>() {
                private static final long serialVersionUID = 1L;

                @Override
                protected boolean removeEldestEntry(Map.Entry<Path, Boolean> eldest) {
                    return size() > REMEMBERED;
                }
            };

    private FileWarnings() {}

    static void cannotRead(Path file, String reason) {
        if (isFirst(file)) {
            LOG.warn("Cannot read {}: {}", file, reason);
        }
    }

    static void cannotList(Path folder, String reason) {
        if (isFirst(folder)) {
            LOG.warn("Cannot list {}: {}", folder, reason);
        }
    }

    /// In words, where the system only names what it refused.
    static String reason(Exception e) {
        return e instanceof AccessDeniedException || e.getCause() instanceof AccessDeniedException
                ? "no permission"
                : e.toString();
    }

    /// A fault of ours, which is in a place that the log should tell.
    static void surprised(Path file, RuntimeException e) {
        if (isFirst(file)) {
            LOG.warn("Something in {} surprised its reader", file, e);
        }
    }

    /// What was left out of a session.
    static void skipped(StoredFacts session, Path file) {
        skipped(session.skippedLines(), session.skippedValues(), file);
    }

    static void skipped(long lines, long values, Path file) {
        if (lines + values > 0 && isFirst(file)) {
            LOG.warn(
                    "Skipped {}{}{} of {}",
                    counted(lines, "an unreadable line", "unreadable lines"),
                    lines > 0 && values > 0 ? " and " : "",
                    counted(values, "an impossible value", "impossible values"),
                    file);
        }
    }

    private static String counted(long count, String one, String more) {
        return count == 0 ? "" : count == 1 ? one : count + " " + more;
    }

    private static boolean isFirst(Path file) {
        synchronized (KNOWN) {
            return KNOWN.put(file, true) == null;
        }
    }
}
