package dev.parley.door.mcp;

import dev.parley.api.SessionId;
import dev.parley.api.SessionSummary;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.event.Event;
import dev.parley.event.ToolResult;
import dev.parley.tool.ToolCall;
import dev.parley.tool.ToolRegistry;
import dev.parley.work.ProjectHistory;
import dev.parley.work.ProjectHistory.Place;

import tools.jackson.databind.node.ObjectNode;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// Tools that look at what was said before, and at what is being said.
final class HistoryTools {
    private static final int SHOWN = 400;

    private final McpVerbs verbs;
    private final SessionFollower follower;

    HistoryTools(McpVerbs verbs) {
        this.verbs = verbs;
        follower = new SessionFollower(verbs.live());
    }

    void registerWith(ToolRegistry registry, ToolCatalog catalog) {
        registry.register(catalog.tool("list_sessions", this::list));
        registry.register(catalog.tool("search_project_history", this::search));
        registry.register(catalog.tool("follow_session", this::follow));
    }

    private ToolResult list(ToolCall call) throws InterruptedException {
        var arguments = new Arguments(call);
        refresh();
        var found =
                verbs.project()
                        .list(
                                arguments.findProject(),
                                arguments.findText("search"),
                                arguments.number("limit", 20));
        var json = Json.object();
        var sessions = json.putArray("sessions");
        found.conversations()
                .forEach(one ->
                        sessions.addObject()
                                .put("kind", "conversation")
                                .put("session_id", one.sessionId())
                                .put("title", one.title())
                                .put("updated_at", one.updatedAt().toString())
                                .put("turns", one.turns()));
        for (var one : found.ofClis().sessions()) {
            var entry = entry(one);
            if (arguments.flag("include_summary")) {
                entry.put("summary", summary(one));
            }
            sessions.add(entry);
        }
        json.put("total", found.conversations().size() + found.ofClis().total())
                .put("is_complete", found.ofClis().isComplete());
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

    private static ObjectNode entry(SessionSummary session) {
        var json =
                Json.object()
                        .put("kind", "cli")
                        .put("session_id", session.key().toString())
                        .put("provider", session.key().provider())
                        .put("title", session.name());
        Arguments.put(json, "project", session.project());
        Arguments.put(json, "updated_at", session.updated());
        Arguments.put(json, "live_id", session.liveId());
        return json.put("turns", session.prompts());
    }

    /// Its first question and its last answer.
    private String summary(SessionSummary session) throws InterruptedException {
        var first = new String[] {""};
        var last = new String[] {""};
        try {
            verbs.history()
                    .show()
                    .named(session.key().toString())
                    .events()
                    .read(envelope -> {
                        if (envelope.event() instanceof Event.UserSaid said && first[0].isEmpty()) {
                            first[0] = shown(said.content());
                        } else if (envelope.event() instanceof Event.AssistantSaid said) {
                            last[0] = shown(said.content());
                        }
                    });
        } catch (Problem problem) {
            return problem.message();
        }
        return "Asked: " + first[0] + "\nLast answer: " + last[0];
    }

    private static String shown(String text) {
        var line = text.strip();
        return line.length() > SHOWN ? line.substring(0, SHOWN) + "…" : line;
    }

    private ToolResult search(ToolCall call) throws InterruptedException {
        var arguments = new Arguments(call);
        var queries =
                Arrays.stream(arguments.text("query").split(";", -1))
                        .map(String::strip)
                        .filter(query -> !query.isEmpty())
                        .toList();
        if (queries.isEmpty()) {
            throw Problem.invalid("The query is empty.", "Say which words to look for.");
        }
        var places = places(arguments);
        refresh();
        var found =
                verbs.project()
                        .search(
                                arguments.findProject(),
                                queries,
                                places,
                                arguments.number("max_results", 40));
        var json = Json.object();
        var hits = json.putArray("hits");
        found.hits().forEach(hit -> hits.add(entry(hit)));
        found.notes().forEach(json.putArray("notes")::add);
        return ToolResult.structure(json);
    }

    private static Set<Place> places(Arguments arguments) {
        var named =
                arguments.texts("store_types").stream()
                        .map(name -> Place.valueOf(name.toUpperCase(Locale.ROOT)))
                        .collect(Collectors.toSet());
        return named.isEmpty() ? EnumSet.allOf(Place.class) : named;
    }

    private static ObjectNode entry(ProjectHistory.Hit hit) {
        return Json.object()
                .put("store_type", hit.place().name().toLowerCase(Locale.ROOT))
                .put("id", hit.id())
                .put("who", hit.who())
                .put("at", hit.at().toString())
                .put("text", hit.text());
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
