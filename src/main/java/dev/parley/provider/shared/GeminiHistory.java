package dev.parley.provider.shared;

import dev.parley.base.json.JsonPath;
import dev.parley.sessionfile.BoundedFiles;
import dev.parley.sessionfile.Discovery;
import dev.parley.sessionfile.DocumentFile;
import dev.parley.sessionfile.LinesFile;
import dev.parley.sessionfile.SessionBuilder;
import dev.parley.sessionfile.SessionNames;
import dev.parley.sessionfile.Stamp;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredFile.Layout;
import dev.parley.sessionfile.StoredHistory;
import dev.parley.sessionfile.StoredReader;
import dev.parley.sessionfile.StreamedDocument;

import tools.jackson.databind.JsonNode;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;

/// Gemini CLI's sessions, below a slug of their project: a log of changes in lines, or as older
/// versions wrote it, one document below the SHA-256 of the project's path. The same session may be
/// in several files, because old ones are copied and resumed ones begin anew.
public record GeminiHistory(String provider) implements StoredHistory {
    /// `tmp/<project>/chats/session-<time>-<id>.jsonl`, `…/chats/<parent>/<id>.jsonl`. The name has
    /// only the beginning of the id.
    @Override
    public Optional<StoredFile> describe(Path home, Path file) {
        var place = home.relativize(file);
        var name = place.getFileName().toString();
        var project = place.getName(1).toString();
        if (place.getNameCount() == 5) {
            var id = name.replaceFirst("\\.jsonl$", "");
            return Optional.of(
                    new StoredFile(
                            file, Layout.LINES, id, place.getName(3).toString(), project, false));
        }
        var lines = StoredFile.lines(file, null, project);
        return Optional.of(name.endsWith(".json") ? lines.as(Layout.DOCUMENT) : lines);
    }

    @Override
    public StoredReader open(StoredFile file) {
        return file.layout() == Layout.LINES
                ? new LinesFile(
                        provider,
                        file,
                        (_, builder) -> new GeminiLines(builder, file.parent() != null))
                : new DocumentFile(
                        provider,
                        file,
                        () -> Stamp.of(file.path()),
                        (builder, pause) -> readInto(file, builder, pause));
    }

    private static void readInto(StoredFile file, SessionBuilder builder, Runnable pause)
            throws IOException {
        var document = new StreamedDocument(file.path(), "messages");
        var rest = document.rest();
        if (!rest.isWhole()) {
            builder.skipped();
        }
        var lines = new GeminiLines(builder, false);
        builder.attempt(() -> lines.onHeader(rest.members()));
        document.elements(
                new StreamedDocument.Elements() {
                    @Override
                    public void element(JsonNode message) {
                        builder.attempt(() -> lines.onMessage(message));
                        pause.run();
                    }

                    @Override
                    public void skipped() {
                        builder.skipped();
                    }
                });
        JsonPath.text(rest.members(), "summary")
                .ifPresent(summary -> builder.title(summary, SessionBuilder.TitleBy.CLI));
    }

    /// Slugs are kept in a list of all projects, and in each project's folder.
    @Override
    public SessionNames registry(Path home) {
        var projects = new HashMap<String, String>();
        for (var root : Discovery.find(home, List.of("tmp/*/.project_root"))) {
            BoundedFiles.text(root)
                    .map(String::strip)
                    .filter(path -> !path.isEmpty())
                    .ifPresent(path ->
                            projects.put(root.getName(root.getNameCount() - 2).toString(), path));
        }
        BoundedFiles.json(home.resolve("projects.json"))
                .ifPresent(json ->
                        json.path("projects")
                                .propertyStream()
                                .forEach(project ->
                                        projects.put(
                                                project.getValue().asString(""),
                                                project.getKey())));
        return SessionNames.ofProjects(projects);
    }
}
