package dev.parley.workspace.changes;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/// Where checkpoints of one working tree are made and kept.
///
/// @param root where the working tree begins
/// @param own a git directory of Parley's own: an index, settings that run no programs, attributes
///   that take files as they are
/// @param objects where commits and files are stored: the user's repository, or `own`
/// @param refs the git directory with the hidden refs: the user's repository, or `own`
/// @param format the hash the repository uses
/// @param settings what the user's repository says about its file system
record Place(
        Path root, Path own, Path objects, Path refs, String format, Map<String, String> settings) {
    Place {
        settings = Map.copyOf(settings);
    }

    /// The refs of a repository alone, whatever became of its working trees.
    static Place ofRefs(Path repository) {
        return new Place(
                repository,
                repository,
                repository.resolve("objects"),
                repository,
                "sha1",
                Map.of());
    }

    /// Outside a repository everything is in Parley's own directory.
    boolean isOutside() {
        return refs.equals(own);
    }

    Path index() {
        return own.resolve("index");
    }

    /// With these git sees the working tree, our index and the objects, and nothing else of the
    /// user's repository.
    Map<String, String> variables() {
        var all = new HashMap<>(Places.PLAIN);
        all.put("GIT_DIR", own.toString());
        all.put("GIT_WORK_TREE", root.toString());
        all.put("GIT_OBJECT_DIRECTORY", objects.toString());
        all.put("GIT_LITERAL_PATHSPECS", "1");
        return all;
    }

    Map<String, String> variables(Path otherIndex) {
        var all = new HashMap<>(variables());
        all.put("GIT_INDEX_FILE", otherIndex.toString());
        return all;
    }
}
