package dev.parley.door.rest;

import dev.parley.api.SearchRequest;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.SearchJson;
import dev.parley.history.text.TextSearch;
import dev.parley.session.Coordinator;

import java.util.function.Supplier;

/// `/api/search`: full text search over the history. A session that is live is not history.
public final class SearchRoutes {
    private static final int USUAL = 20;
    private static final int MOST = 100;

    private final TextSearch search;
    private final Supplier<Coordinator> coordinator;

    public SearchRoutes(TextSearch search, Supplier<Coordinator> coordinator) {
        this.search = search;
        this.coordinator = coordinator;
    }

    public void register(Routes routes) {
        routes.get("/api/search", this::search);
    }

    private Response search(Request request) throws InterruptedException {
        var sort = request.query().getOrDefault("sort", "best");
        if (!sort.equals("best") && !sort.equals("newest")) {
            throw Problem.invalid("\"sort\" is \"" + sort + "\".", "Give best or newest.");
        }
        var wanted =
                new SearchRequest(
                        request.query().getOrDefault("q", ""),
                        (int) Numbers.in(request, "limit", 1, MOST).orElse(USUAL),
                        (int) Numbers.in(request, "offset", 0, SearchRequest.DEEPEST).orElse(0),
                        sort.equals("newest"));
        return Response.json(SearchJson.of(search.search(wanted, coordinator.get().live())));
    }
}
