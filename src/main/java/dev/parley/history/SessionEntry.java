package dev.parley.history;

import dev.parley.api.SessionSummary;
import dev.parley.event.Secrets;
import dev.parley.event.SessionKey;
import dev.parley.sessionfile.SessionFiles;
import dev.parley.sessionfile.StoredFacts;

import org.jspecify.annotations.Nullable;

import java.time.Instant;

/// A session of the history, whatever files it consists of.
///
/// @param title as a person or the CLI named it, else the beginning of the first prompt
/// @param project its path, or the CLI's own name for it when no path is known
/// @param skippedLines lines that could not be read, of all files
/// @param skippedValues single values that cannot be true, of all files
public record SessionEntry(
        SessionKey key,
        @Nullable String title,
        @Nullable String project,
        SessionFiles.Found found,
        long skippedLines,
        long skippedValues) {

    public StoredFacts session() {
        return found.session();
    }

    /// When something was last said in it.
    public Instant updated() {
        var updated = session().updated();
        return updated == null ? Instant.EPOCH : updated;
    }

    /// As lists show it.
    public SessionSummary summary() {
        var session = session();
        return new SessionSummary(
                key,
                title == null ? null : Secrets.mask(title),
                project,
                session.cwd(),
                session.gitBranch(),
                session.version(),
                session.models(),
                session.started(),
                session.updated(),
                session.parent(),
                session.forkedFrom(),
                session.isArchived(),
                session.prompts(),
                skippedLines,
                skippedValues,
                null);
    }

    /// Whether another session started it; it cannot be resumed by itself.
    public boolean isSubagent() {
        return session().parent() != null;
    }
}
