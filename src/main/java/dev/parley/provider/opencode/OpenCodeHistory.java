package dev.parley.provider.opencode;

import dev.parley.base.json.JsonPath;
import dev.parley.sessionfile.BoundedFiles;
import dev.parley.sessionfile.Discovery;
import dev.parley.sessionfile.DocumentFile;
import dev.parley.sessionfile.SessionNames;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredFile.Layout;
import dev.parley.sessionfile.StoredHistory;
import dev.parley.sessionfile.StoredReader;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// OpenCode's sessions: in a database since 1.2.0, before that in a tree of small documents. The
/// versions that moved them left the documents where they were.
public record OpenCodeHistory(String provider) implements StoredHistory {
    @Override
    public Optional<StoredFile> describe(Path home, Path file) {
        var name = file.getFileName().toString();
        if (!name.endsWith(".json")) {
            return Optional.of(new StoredFile(file, Layout.DATABASE, null, null, null, false));
        }
        var place = home.relativize(file);
        // `storage/session/<project>/<id>.json`, `project/<folder>/storage/session/info/<id>.json`
        var project = place.getName(place.startsWith("project") ? 1 : 2).toString();
        return Optional.of(
                StoredFile.lines(file, name.replaceFirst("\\.json$", ""), project)
                        .as(Layout.DOCUMENT));
    }

    @Override
    public StoredReader open(StoredFile file) {
        if (file.layout() == Layout.DATABASE) {
            return new OpenCodeDatabase(provider, file);
        }
        var tree = OpenCodeTree.of(file.path());
        return new DocumentFile(provider, file, tree::look, tree::readInto);
    }

    @Override
    public SessionNames registry(Path home) {
        var projects = new HashMap<String, String>();
        for (var file : Discovery.find(home, List.of("storage/project/*.json"))) {
            BoundedFiles.json(file)
                    .flatMap(project -> JsonPath.text(project, "worktree"))
                    .filter(path -> !path.equals("/"))
                    .ifPresent(path ->
                            projects.put(
                                    file.getFileName().toString().replaceFirst("\\.json$", ""),
                                    path));
        }
        return SessionNames.ofProjects(projects);
    }
}
