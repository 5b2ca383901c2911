package dev.parley.door.rest;

import dev.parley.api.UsageTotals;
import dev.parley.base.json.Json;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.SessionJson;
import dev.parley.event.Envelope;
import dev.parley.event.EventJson;
import dev.parley.event.SessionKey;
import dev.parley.history.HistoryKeeper;
import dev.parley.history.HistorySnapshot;
import dev.parley.history.SessionEntry;
import dev.parley.history.SessionQuery;
import dev.parley.history.SessionTranscript;
import dev.parley.history.text.TextSearch;
import dev.parley.history.usage.Day;
import dev.parley.history.usage.Usages;
import dev.parley.session.Coordinator;

import org.jspecify.annotations.Nullable;

import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;

/// `/api/sessions`, `/api/projects`, `/api/usage`: the history of all CLIs. A session that is live
/// is not history; it is at `/api/live`.
public final class HistoryRoutes {
    private static final int USUAL = 50;
    private static final int MOST = 1000;

    private final HistoryKeeper keeper;
    private final TextSearch search;
    private final Supplier<Usages> usages;
    private final Supplier<Coordinator> coordinator;
    private final Consumer<String> providers;
    private volatile @Nullable Usages counting;

    /// @param usages asked when somebody wants to know, because a user's prices may be wrong
    /// @param providers throws a problem for an id that no provider has
    public HistoryRoutes(
            HistoryKeeper keeper,
            TextSearch search,
            Supplier<Usages> usages,
            Supplier<Coordinator> coordinator,
            Consumer<String> providers) {
        this.keeper = keeper;
        this.providers = providers;
        this.search = search;
        this.usages = usages;
        this.coordinator = coordinator;
    }

    public void register(Routes routes) {
        routes.get("/api/sessions", this::list);
        routes.get("/api/sessions/{provider}/{id}", this::session);
        routes.get("/api/projects", _ -> projects());
        routes.get("/api/usage", this::usage);
        routes.post("/api/index/rebuild", _ -> rebuild());
    }

    /// One that is kept: it remembers what it counted as long as nothing changes.
    private Usages counting() {
        var current = counting;
        if (current == null) {
            current = usages.get();
            counting = current;
        }
        return current;
    }

    private HistorySnapshot view() {
        return keeper.history().view();
    }

    private List<SessionEntry> past() {
        var live = coordinator.get().live();
        return view().sessions().stream().filter(entry -> !live.contains(entry.key())).toList();
    }

    private Response list(Request request) throws InterruptedException {
        var limit = Numbers.in(request, "limit", 1, MOST).orElse(USUAL);
        var offset = Numbers.in(request, "offset", 0, Long.MAX_VALUE).orElse(0);
        var provider = Optional.ofNullable(request.query().get("provider"));
        provider.ifPresent(providers);
        var query =
                new SessionQuery(
                        provider,
                        Optional.ofNullable(request.query().get("project")),
                        "true".equals(request.query().get("subagents")));
        var page = view().page(query, coordinator.get().live(), containing(request), offset, limit);
        var list = Json.array();
        page.entries().forEach(entry -> list.add(SessionJson.of(entry)));
        return Response.json(
                Json.object()
                        .put("total", page.total())
                        .put("isComplete", keeper.history().isComplete())
                        .set("sessions", list));
    }

    /// What `q` asks for, in the language of the search.
    private Optional<Predicate<SessionEntry>> containing(Request request)
            throws InterruptedException {
        var text = request.query().getOrDefault("q", "");
        if (text.isBlank()) {
            return Optional.empty();
        }
        var keys = search.sessions(text);
        return Optional.of(entry -> keys.contains(entry.key()));
    }

    private Response session(Request request) {
        var limit = (int) Numbers.in(request, "limit", 1, MOST).orElse(USUAL * 4L);
        var after = Numbers.in(request, "after", 0, Long.MAX_VALUE).orElse(0);
        var view = view();
        var key =
                new SessionKey(
                        request.parameters().getOrDefault("provider", ""),
                        request.parameters().getOrDefault("id", ""));
        var entry =
                view.find(key)
                        .orElseThrow(() ->
                                Problem.notFound(
                                        "There is no session \"" + key + "\".",
                                        "GET /api/sessions lists them."));
        var page = new ArrayList<Envelope>();
        new SessionTranscript(keeper.history(), view, entry)
                .read(event -> {
                    if (event.sequenceNumber() > after && page.size() <= limit) {
                        page.add(event);
                    }
                });
        var events = Json.array();
        page.stream()
                .limit(limit)
                .forEach(event -> events.add(EventJson.write(event, EventJson.Raw.LEFT_OUT)));
        var answer = Json.object();
        var session = SessionJson.of(entry);
        session.set("usage", SessionJson.of(used(view, key)));
        answer.set("session", session);
        answer.set("events", events);
        if (page.size() > limit) {
            answer.put("next", page.get(limit - 1).sequenceNumber());
        }
        return Response.json(answer);
    }

    private UsageTotals used(HistorySnapshot view, SessionKey key) {
        return counting().rows(view).stream()
                .filter(row -> row.session().equals(key))
                .map(row -> row.totals())
                .reduce(UsageTotals.NONE, UsageTotals::plus);
    }

    /// The one in which something was said last comes first.
    private Response projects() {
        var byPath = new LinkedHashMap<String, List<SessionEntry>>();
        for (var entry : past()) {
            if (entry.project() != null && !entry.isSubagent()) {
                byPath.computeIfAbsent(entry.project(), _ -> new ArrayList<>()).add(entry);
            }
        }
        var list = Json.array();
        byPath.forEach((path, entries) -> {
            var project = Json.object().put("project", path).put("sessions", entries.size());
            project.put("updated", entries.getFirst().updated().toString());
            project.set(
                    "providers",
                    Json.tree(
                            entries.stream()
                                    .map(entry -> entry.key().provider())
                                    .distinct()
                                    .sorted()
                                    .toList()));
            list.add(project);
        });
        return Response.json(list);
    }

    private Response usage(Request request) {
        var by = Usages.By.named(request.query().getOrDefault("by", "day"));
        var since =
                Optional.ofNullable(request.query().get("since"))
                        .map(day -> Day.parse(day, LocalDate.now(ZoneId.systemDefault())));
        var view = view();
        var counted = counting();
        var list = Json.array();
        counted.report(view, by, since).forEach(line -> list.add(SessionJson.of(line)));
        var report = Json.object().put("by", by.word());
        report.put("isComplete", keeper.history().isComplete());
        report.set("usage", list);
        report.set("unpricedModels", Json.tree(counted.unpriced(view, since)));
        return Response.json(report);
    }

    private Response rebuild() {
        keeper.rebuild();
        search.rebuild();
        return Response.json(202, Json.object().put("isRebuilding", true));
    }
}
