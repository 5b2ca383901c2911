package dev.parley.sessionfile;

import org.jspecify.annotations.Nullable;

import java.nio.file.Path;
import java.util.Objects;

/// A file in which a CLI keeps sessions, and what its name alone tells: found by [Discovery], read
/// by a [StoredReader].
///
/// @param nativeId the session in it; absent when only its content tells, or when it holds many
/// @param parent the session whose subagent it is
/// @param project the name of the project's folder: a slug or a hash that [ProjectResolver] turns
///   into a path where it can
/// @param isArchived whether the CLI put it aside
public record StoredFile(
        Path path,
        Layout layout,
        @Nullable String nativeId,
        @Nullable String parent,
        @Nullable String project,
        boolean isArchived) {

    /// How a file changes, and so how it is read again.
    public enum Layout {
        /// Lines are appended: what is new is read on from where we stopped.
        LINES,
        /// The same behind a compressor: read from the start whenever it changed.
        COMPRESSED_LINES,
        /// One JSON document, or several that belong together: read from the start whenever it
        /// changed.
        DOCUMENT,
        /// Many sessions in one database: those that changed are read from their start.
        DATABASE
    }

    public static StoredFile lines(Path path, @Nullable String nativeId, @Nullable String project) {
        return new StoredFile(path, Layout.LINES, nativeId, null, project, false);
    }

    /// The same as equal, without the method handles of a record: asked of every file at every
    /// start.
    public boolean isSame(StoredFile other) {
        return path.equals(other.path)
                && layout == other.layout
                && Objects.equals(nativeId, other.nativeId)
                && Objects.equals(parent, other.parent)
                && Objects.equals(project, other.project)
                && isArchived == other.isArchived;
    }

    public StoredFile as(Layout other) {
        return new StoredFile(path, other, nativeId, parent, project, isArchived);
    }

    /// The session of a subagent: it has no id of its own that could be resumed, so it is named
    /// after its parent.
    public StoredFile subagentOf(String session, String agent) {
        return new StoredFile(path, layout, session + ":" + agent, session, project, isArchived);
    }

    public StoredFile archived() {
        return new StoredFile(path, layout, nativeId, parent, project, true);
    }
}
