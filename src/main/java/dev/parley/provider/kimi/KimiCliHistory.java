package dev.parley.provider.kimi;

import dev.parley.base.hash.Hash;
import dev.parley.sessionfile.BoundedFiles;
import dev.parley.sessionfile.LinesFile;
import dev.parley.sessionfile.SessionBuilder;
import dev.parley.sessionfile.SessionBuilder.TitleBy;
import dev.parley.sessionfile.SessionNames;
import dev.parley.sessionfile.Sidecar;
import dev.parley.sessionfile.StoredFile;
import dev.parley.sessionfile.StoredHistory;
import dev.parley.sessionfile.StoredReader;

import tools.jackson.databind.JsonNode;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Optional;

/// The sessions of the Python program `kimi-cli`, below the MD5 of their directory. A session has
/// its conversation as the model saw it (`context.jsonl`) and, since December 2025, as it happened
/// (`wire.jsonl`), which is read instead where it is there. Until November 2025 there was a single
/// file per session.
public record KimiCliHistory(String provider) implements StoredHistory {
    @Override
    public Optional<StoredFile> describe(Path home, Path file) {
        var place = home.relativize(file);
        // Another kind of machine is named before the hash.
        var project = place.getName(1).toString().replaceFirst("^.*_", "");
        var name = place.getFileName().toString();
        if (place.getNameCount() == 3) {
            return Optional.of(StoredFile.lines(file, name.replaceFirst("\\.jsonl$", ""), project));
        }
        return name.equals("context.jsonl") && Files.exists(file.resolveSibling("wire.jsonl"))
                ? Optional.empty()
                : Optional.of(StoredFile.lines(file, place.getName(2).toString(), project));
    }

    @Override
    public StoredReader open(StoredFile file) {
        var isWire = file.path().getFileName().toString().equals("wire.jsonl");
        return new LinesFile(
                provider,
                file,
                (_, builder) -> isWire ? new KimiWireLines(builder) : new KimiContextLines(builder),
                Sidecar.of(file.path().resolveSibling("state.json"), KimiCliHistory::onState));
    }

    private static void onState(SessionBuilder builder, JsonNode state) {
        builder.title(state.path("custom_title").asString(null), TitleBy.PERSON);
        builder.archived(state.path("archived").asBoolean(false));
    }

    @Override
    public SessionNames registry(Path home) {
        var projects = new HashMap<String, String>();
        BoundedFiles.json(home.resolve("kimi.json"))
                .ifPresent(json -> {
                    for (var folder : json.path("work_dirs")) {
                        var path = folder.path("path").asString("");
                        projects.put(Hash.of("MD5", path), path);
                    }
                });
        return SessionNames.ofProjects(projects);
    }
}
