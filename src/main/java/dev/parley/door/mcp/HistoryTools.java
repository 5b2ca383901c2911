package dev.parley.door.mcp;

import dev.parley.api.SessionId;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.ToolResult;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolRegistry;
import dev.parley.work.project.CountProjectTokens;
import dev.parley.work.project.SearchProjectHistory;

import tools.jackson.databind.node.ObjectNode;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Tools that look at what was said before, and at what is being said.
final class HistoryTools {
    private final McpVerbs verbs;
    private final SessionFollower follower;

    HistoryTools(McpVerbs verbs) {
        this.verbs = verbs;
        follower = new SessionFollower(verbs.live());
    }

    void registerWith(ToolRegistry registry, ToolCatalog catalog) {
        registry.registerBuiltIn(catalog.tool("list_sessions", this::list));
        registry.registerBuiltIn(catalog.tool("search_project_history", this::search));
        registry.registerBuiltIn(catalog.tool("follow_session", this::follow));
        registry.registerBuiltIn(catalog.tool("count_project_tokens", this::count));
    }

    private ToolResult list(ToolCall call) throws InterruptedException {
        var arguments = new Arguments(call);
        refresh();
        var found =
                verbs.agents()
                        .sessions()
                        .list(
                                arguments.project(),
                                arguments.findText("search"),
                                arguments.number("limit", 20),
                                arguments.flag("include_summary"));
        var json = Json.object();
        var sessions = json.putArray("sessions");
        for (var one : found) {
            var entry =
                    sessions.addObject()
                            .put("kind", one.isConversation() ? "conversation" : "cli")
                            .put("session_id", one.id())
                            .put("title", one.title())
                            .put("updated_at", one.updated().toString())
                            .put("turns", one.turns());
            one.liveId().ifPresent(id -> entry.put("live_id", id.toString()));
            one.lastWords().ifPresent(words -> entry.put("summary", words));
        }
        return ToolResult.structure(json);
    }

    /// A disk that is full can still be read, as far as it was indexed.
    private void refresh() throws InterruptedException {
        try {
            verbs.history().index().refreshUnlessKept();
        } catch (Problem problem) {
            if (problem.kind() != Problem.Kind.DISK_FULL
                    && problem.kind() != Problem.Kind.DISK_READ_ONLY) {
                throw problem;
            }
        }
    }

    private ToolResult search(ToolCall call) throws InterruptedException {
        var arguments = new Arguments(call);
        refresh();
        var found =
                verbs.agents()
                        .search()
                        .search(
                                arguments.project(),
                                arguments.text("query"),
                                arguments.number("max_results", SearchProjectHistory.USUAL),
                                sources(arguments));
        var json = Json.object().put("indexed_percent", found.indexedPercent());
        var hits = json.putArray("hits");
        found.hits()
                .forEach(hit ->
                        hits.addObject()
                                .put("store_type", hit.source().wireName())
                                .put("query", hit.query())
                                .put("id", hit.id())
                                .put("who", hit.who())
                                .put("at", hit.time().toString())
                                .put("text", hit.text()));
        return ToolResult.structure(json);
    }

    private static Set<SearchProjectHistory.Source> sources(Arguments arguments) {
        var named =
                arguments.texts("store_types").stream()
                        .map(SearchProjectHistory.Source::named)
                        .collect(Collectors.toSet());
        return named.isEmpty() ? EnumSet.allOf(SearchProjectHistory.Source.class) : named;
    }

    private ToolResult count(ToolCall call) throws InterruptedException {
        var arguments = new Arguments(call);
        var report =
                verbs.agents()
                        .tokens()
                        .count(
                                arguments.project(),
                                arguments.texts("items"),
                                arguments.number("top_n", 10));
        var json =
                Json.object()
                        .put("total_tokens", report.totalTokens())
                        .put("total_files", report.totalFiles())
                        .put("skipped_binaries", report.skippedBinaries())
                        .put("skipped_large", report.skippedLarge())
                        .put("is_complete", report.isComplete())
                        .put("limits", report.limits());
        add(json, "largest_files", report.largestFiles());
        add(json, "largest_directories", report.largestDirectories());
        return ToolResult.structure(json);
    }

    private static void add(ObjectNode json, String name, List<CountProjectTokens.Count> counts) {
        var list = json.putArray(name);
        counts.forEach(one -> list.addObject().put("path", one.path()).put("tokens", one.tokens()));
    }

    private ToolResult follow(ToolCall call) throws InterruptedException {
        var arguments = new Arguments(call);
        return ToolResult.structure(
                follower.follow(
                        SessionId.of(arguments.text("session_id")),
                        arguments.longNumber("after", 0),
                        arguments.wait("wait_s", 20),
                        arguments.number("limit", 50)));
    }
}
