package dev.parley.provider.codex;

import dev.parley.base.json.JsonPath;
import dev.parley.sessionfile.StoredFacts;
import dev.parley.sessionfile.scan.NameTable;
import dev.parley.sessionfile.scan.Scan;
import dev.parley.sessionfile.scan.Values;

import org.jspecify.annotations.Nullable;

import tools.jackson.databind.JsonNode;

import java.util.Optional;

/// How a rollout describes its thread, without the instructions, which are most of it.
///
/// @param parent the thread that spawned this one, if it is a subagent's
record CodexMeta(
        @Nullable String id,
        boolean isPaginated,
        @Nullable String cwd,
        @Nullable String version,
        @Nullable String branch,
        @Nullable String forkedFrom,
        @Nullable String parent,
        StoredFacts.@Nullable Base base) {
    private static final NameTable NAMES =
            NameTable.of(
                    "id",
                    "history_mode",
                    "cwd",
                    "cli_version",
                    "git",
                    "forked_from_id",
                    "source",
                    "history_base");
    private static final NameTable PAGINATED = NameTable.of("paginated");
    private static final NameTable BRANCH = NameTable.of("branch");

    static CodexMeta of(JsonNode meta, Values values) {
        var base = meta.path("history_base");
        return new CodexMeta(
                meta.path("id").asString(null),
                meta.path("history_mode").asString("").equals("paginated"),
                meta.path("cwd").asString(null),
                meta.path("cli_version").asString(null),
                JsonPath.text(meta, "git.branch").orElse(null),
                meta.path("forked_from_id").asString(null),
                // A subagent names the thread that spawned it as its source.
                JsonPath.text(meta, "source.subagent.thread_spawn.parent_thread_id").orElse(null),
                JsonPath.text(base, "thread_id")
                        .map(thread ->
                                new StoredFacts.Base(
                                        thread, values.line(base.path("end_ordinal_exclusive"), 0)))
                        .orElse(null));
    }

    /// The same of the usual thread, which is no subagent's and shares nothing with another.
    static Optional<CodexMeta> read(Scan line) {
        String id = null;
        var isPaginated = false;
        String cwd = null;
        String version = null;
        String branch = null;
        String forkedFrom = null;
        line.enter();
        for (var name = line.member(NAMES); !name.equals(Scan.END); name = line.member(NAMES)) {
            switch (name) {
                case "id" -> id = line.text(null);
                case "history_mode" -> isPaginated = !line.word(PAGINATED).isEmpty();
                case "cwd" -> cwd = line.text(null);
                case "cli_version" -> version = line.text(null);
                case "git" -> branch = branch(line);
                case "forked_from_id" -> forkedFrom = line.text(null);
                default -> {
                    if (line.isObject()) {
                        return Optional.empty();
                    }
                    line.skip();
                }
            }
        }
        return id == null
                ? Optional.empty()
                : Optional.of(
                        new CodexMeta(
                                id, isPaginated, cwd, version, branch, forkedFrom, null, null));
    }

    private static @Nullable String branch(Scan line) {
        if (!line.isObject()) {
            line.skip();
            return null;
        }
        String branch = null;
        line.enter();
        while (!line.member(BRANCH).equals(Scan.END)) {
            branch = line.text(null);
        }
        return branch;
    }
}
