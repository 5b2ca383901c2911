package dev.parley.door.rest;

import dev.parley.api.SearchRequest;
import dev.parley.base.problem.Problem;
import dev.parley.door.http.Request;
import dev.parley.door.http.Response;
import dev.parley.door.http.Routes;
import dev.parley.door.json.SearchJson;
import dev.parley.work.past.SearchSessions;

/// `/api/search`: full text search over all sessions.
public final class SearchRoutes {
    private final SearchSessions search;

    public SearchRoutes(SearchSessions search) {
        this.search = search;
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
                        (int)
                                Numbers.in(request, "limit", 1, SearchRequest.MOST)
                                        .orElse(SearchRequest.USUAL),
                        (int) Numbers.in(request, "offset", 0, SearchRequest.DEEPEST).orElse(0),
                        sort.equals("newest"));
        return Response.json(SearchJson.of(search.search(wanted)));
    }
}
