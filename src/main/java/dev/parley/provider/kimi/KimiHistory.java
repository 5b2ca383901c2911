package dev.parley.provider.kimi;

import dev.parley.base.json.JsonPath;
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

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;

/// The sessions of Kimi Code: a folder each, with a file of lines per agent and a `state.json` that
/// is rewritten.
public record KimiHistory(String provider) implements StoredHistory {
    private static final String MAIN = "main";

    /// `sessions/<workspace>/<session>/agents/<agent>/wire.jsonl`
    @Override
    public Optional<StoredFile> describe(Path home, Path file) {
        var place = home.relativize(file);
        if (place.getNameCount() != 6) {
            return Optional.empty();
        }
        var session = place.getName(2).toString();
        var agent = place.getName(4).toString();
        var lines = StoredFile.lines(file, session, place.getName(1).toString());
        return Optional.of(agent.equals(MAIN) ? lines : lines.subagentOf(session, agent));
    }

    @Override
    public StoredReader open(StoredFile file) {
        var state = file.path().resolveSibling("../../state.json").normalize();
        var isMain = file.parent() == null;
        return new LinesFile(
                provider,
                file,
                (_, builder) -> new KimiLines(builder, isMain),
                Sidecar.of(state, (builder, json) -> onState(builder, json, isMain)));
    }

    private static void onState(SessionBuilder builder, JsonNode state, boolean isMain) {
        builder.cwd(builder.values().text(state.path("cwd")));
        builder.archived(state.path("archived").asBoolean(false));
        if (isMain) {
            builder.title(
                    state.path("title").asString(null),
                    state.path("isCustomTitle").asBoolean(false) ? TitleBy.PERSON : TitleBy.CLI);
            builder.forkedFrom(builder.values().text(state.path("forkedFrom")));
            // A copy that was made when the old program's sessions were taken over.
            JsonPath.text(state, "custom.kimi_cli_session_id").ifPresent(builder::forkedFrom);
        }
    }

    @Override
    public SessionNames registry(Path home) {
        var projects = new HashMap<String, String>();
        BoundedFiles.json(home.resolve("workspaces.json"))
                .ifPresent(json ->
                        json.path("workspaces")
                                .propertyStream()
                                .forEach(workspace ->
                                        JsonPath.text(workspace.getValue(), "root")
                                                .ifPresent(root ->
                                                        projects.put(workspace.getKey(), root))));
        var paths = new HashSet<String>();
        BoundedFiles.objects(
                home.resolve("session_index.jsonl"),
                entry -> JsonPath.text(entry, "workDir").ifPresent(paths::add));
        return SessionNames.ofProjects(projects).and(new SessionNames(Map.of(), Map.of(), paths));
    }
}
